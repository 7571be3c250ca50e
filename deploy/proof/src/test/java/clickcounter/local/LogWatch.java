package clickcounter.local;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** Looks through all that is logged, at the level DEBUG, for words that must not be there. */
final class LogWatch implements AutoCloseable {
  private final LoggerContext context = (LoggerContext) LogManager.getContext(false);
  private final AtomicLong looked = new AtomicLong();
  private final Collection<String> found = new ConcurrentLinkedQueue<>();

  LogWatch(List<String> words) {
    Watcher watcher = new Watcher(words);
    watcher.start();
    context
        .getConfiguration()
        .getLoggers()
        .values()
        .forEach(
            logger -> {
              logger.getAppenders().keySet().forEach(logger::removeAppender);
              logger.addAppender(watcher, Level.DEBUG, null);
              logger.setAdditive(false);
              Configurator.setLevel(logger.getName(), Level.DEBUG);
            });
    Configurator.setRootLevel(Level.DEBUG);
  }

  /** Messages looked at so far. */
  long looked() {
    return looked.get();
  }

  Collection<String> found() {
    return found;
  }

  @Override
  public void close() {
    context.reconfigure();
  }

  private final class Watcher extends AbstractAppender {
    private final List<String> words;

    Watcher(List<String> words) {
      super("watcher", null, null, true, Property.EMPTY_ARRAY);
      this.words = words;
    }

    @Override
    public void append(LogEvent event) {
      looked.incrementAndGet();
      String text = event.getMessage().getFormattedMessage() + event.getThrown();
      for (Throwable t = event.getThrown(); t != null; t = t.getCause()) {
        text += t;
      }
      String said = event.getLoggerName() + ": " + text;
      words.stream().filter(said::contains).forEach(word -> found.add(said));
    }
  }
}
