/**
 * Clicks by the hour: {@link clickcounter.hours.Hours} numbers the hours, {@link
 * clickcounter.hours.RecentHours} is what an ad's document has of the newest ones.
 */
package clickcounter.hours;
