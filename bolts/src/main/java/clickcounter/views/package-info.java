/**
 * Views of counters: what the ads tasks of a worker know of the counters' documents, and when each
 * is read again. Main class: {@link clickcounter.views.ViewCache}. Thread-safe, knows no Storm and
 * no Riak, starts no thread.
 */
package clickcounter.views;
