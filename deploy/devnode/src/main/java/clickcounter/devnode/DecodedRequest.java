package clickcounter.devnode;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A decoded request: the work it does when it runs, and the fault that is injected into it. */
record DecodedRequest(Supplier<Response> work, Faults.Decision fault) {

  private static final Logger LOG = LoggerFactory.getLogger(DecodedRequest.class);

  static DecodedRequest of(Supplier<Response> work) {
    return new DecodedRequest(work, Faults.Decision.NONE);
  }

  /** Never throws, because the connection continues with the next request. */
  Response run() {
    try {
      return work.get();
    } catch (RefusedException e) {
      Response.One error = Response.error(e.getMessage());
      return e.isClosing() ? new Response.Last(error) : error;
    } catch (RuntimeException e) {
      LOG.error("A request failed inside the development node", e);
      return Response.error("development node failed: " + e);
    }
  }
}
