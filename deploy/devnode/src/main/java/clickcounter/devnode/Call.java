package clickcounter.devnode;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request, decoded: what it will do when it is run, and the fault ordered for it. */
record Call(Supplier<Answer> work, Faults.Decision fault) {

  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  static Call of(Supplier<Answer> work) {
    return new Call(work, Faults.Decision.NONE);
  }

  /** Never throws: a connection must go on with the next request. */
  Answer run() {
    try {
      return work.get();
    } catch (RefusedException e) {
      Answer.One error = Answer.error(e.getMessage());
      return e.isClosing() ? new Answer.Last(error) : error;
    } catch (RuntimeException e) {
      LOG.error("A request failed inside the development node", e);
      return Answer.error("development node failed: " + e);
    }
  }
}
