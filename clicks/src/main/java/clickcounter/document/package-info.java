/**
 * What is stored, with the codecs of its JSON: documents of ads ({@link
 * clickcounter.document.AdDocument}), counters ({@link clickcounter.document.CounterDocument}), the
 * directory of counters ({@link clickcounter.document.DirectoryDocument}) and retired counters
 * ({@link clickcounter.document.RetiredDocument}); and what a recount of all documents leaves
 * ({@link clickcounter.document.RecountMark}).
 *
 * <p>An ad's totals and its ranking live here, because they are parts of the stored document. A
 * document that cannot be read is an {@link clickcounter.document.UnreadableDocument}.
 *
 * <p>May not decide whether an event counts; that is {@code ledger}. Knows no store.
 */
package clickcounter.document;
