/**
 * The archives as a table: {@link clickcounter.tools.table.Import} reads files once and keeps their
 * events as Parquet by the day; {@link clickcounter.tools.table.Table} opens them for questions in
 * SQL. Other programs read the same directory.
 */
package clickcounter.tools.table;
