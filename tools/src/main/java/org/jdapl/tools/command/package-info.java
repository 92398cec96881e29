/** How other modules add commands to the command line. */
package org.jdapl.tools.command;
