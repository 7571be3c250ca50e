package clickcounter.tools.series.files;

import clickcounter.tools.series.Slots;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The hours of a day as the files name them: {@code 2026-06-01T14:00Z}. */
final class HourNames {
  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final long day;
  private final String[] names = new String[Slots.PER_DAY];

  HourNames(long day) {
    this.day = day;
    for (int i = 0; i < names.length; i++) {
      Instant start = Instant.ofEpochMilli(Slots.startMs(Slots.firstOf(day) + i));
      names[i] = FORMAT.format(start);
    }
  }

  /** The name of the hour that begins with this slot of the day. */
  String name(long slot) {
    return names[(int) (slot - Slots.firstOf(day))];
  }

  /**
   * The slot with which the hour of this name begins.
   *
   * @throws IllegalArgumentException when it is no slot of this day
   */
  long slot(String name) {
    if (name.length() == names[0].length()) {
      int index = number(name, 11) * Slots.PER_HOUR + number(name, 14) / Slots.MINUTES;
      if (index >= 0 && index < names.length && names[index].equals(name)) {
        return Slots.firstOf(day) + index;
      }
    }
    throw new IllegalArgumentException(
        "hour: expected a quarter of an hour of the day such as %s, found '%s'"
            .formatted(names[0], name));
  }

  private static int number(String name, int at) {
    return (name.charAt(at) - '0') * 10 + name.charAt(at + 1) - '0';
  }
}
