package clickcounter.cli;

import clickcounter.event.OneLine;
import java.time.ZoneId;
import java.util.Locale;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * What a command logs: warnings and errors of ours, and errors of libraries, a line each on
 * standard error. It is {@code java.util.logging}: log4j takes a quarter of a second to begin.
 */
public final class CommandLog extends Formatter {
  private static final String PROVIDER = "org.slf4j.jul.JULServiceProvider";

  /** Held, since the JDK forgets the level of a logger that nobody holds. */
  private static final Logger OURS = Logger.getLogger("clickcounter");

  /**
   * Logs so from now on; it has to be called before the first logger is made. Without {@code
   * slf4j-jdk14} on the class path, as in tests, nothing changes.
   */
  static void use() {
    try {
      Class.forName(PROVIDER, false, CommandLog.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      return;
    }
    System.setProperty("slf4j.internal.verbosity", "WARN");
    System.setProperty("slf4j.provider", PROVIDER);
    LogManager.getLogManager().reset();
    Handler handler = new ConsoleHandler();
    handler.setFormatter(new CommandLog());
    Logger root = Logger.getLogger("");
    root.addHandler(handler);
    root.setLevel(Level.SEVERE);
    OURS.setLevel(Level.WARNING);
  }

  @Override
  public String format(LogRecord entry) {
    String logger = entry.getLoggerName();
    Throwable thrown = entry.getThrown();
    return String.format(
        Locale.ROOT,
        "%tT %-5s %s: %s%s%n",
        entry.getInstant().atZone(ZoneId.systemDefault()),
        entry.getLevel() == Level.SEVERE ? "ERROR" : "WARN",
        logger.substring(logger.lastIndexOf('.') + 1),
        OneLine.of(entry.getMessage()),
        thrown == null ? "" : ": " + OneLine.of(thrown.toString()));
  }
}
