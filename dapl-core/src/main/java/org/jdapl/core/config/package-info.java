/** Settings and where they come from. */
package org.jdapl.core.config;
