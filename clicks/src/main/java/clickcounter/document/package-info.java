/**
 * What is stored: the ad document ({@link clickcounter.document.AdDocument}), the counter document
 * ({@link clickcounter.document.CounterDocument}), the directory of counters, and their JSON
 * codecs. An ad's totals and its ranking live here, because they are parts of the stored document.
 *
 * <p>May not decide whether an event counts; that is {@code ledger}. Knows no store.
 */
package clickcounter.document;
