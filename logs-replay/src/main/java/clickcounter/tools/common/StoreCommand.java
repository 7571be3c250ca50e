package clickcounter.tools.common;

import clickcounter.cli.Terminal;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.util.function.Function;

/** A command that reads documents. */
public abstract class StoreCommand extends ResultCommand {
  protected final Backends backends;
  protected final Clock clock;

  protected StoreCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** Connects to Riak for one question. */
  protected final <T> T read(Function<Documents, T> question) {
    try (DocumentStore store = backends.openStore(settings)) {
      return question.apply(new Documents(store));
    }
  }
}
