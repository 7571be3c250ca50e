/** The command series: clicks by the hour or longer, as text, JSON or CSV. */
package clickcounter.tools.series.report;
