/** The console: pages for a browser that show the running system. Reads only. */
package clickcounter.console;
