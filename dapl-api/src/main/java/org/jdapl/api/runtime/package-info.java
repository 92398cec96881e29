/** How the API finds the runtime that implements it. Applications do not need this package. */
package org.jdapl.api.runtime;
