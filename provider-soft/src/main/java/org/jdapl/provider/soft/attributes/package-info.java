/** Transport attributes that only the software provider has. */
package org.jdapl.provider.soft.attributes;
