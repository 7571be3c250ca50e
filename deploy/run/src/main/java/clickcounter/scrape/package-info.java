/**
 * Asks the workers of a topology for their metrics by HTTP, as Prometheus does: {@link
 * clickcounter.scrape.WorkerClient}. {@link clickcounter.scrape.Scrape} is what one of them said,
 * {@link clickcounter.scrape.ScrapeWindow} how the counters of all have grown. Knows no text for a
 * person.
 */
package clickcounter.scrape;
