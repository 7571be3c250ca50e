package clickcounter.scrape;

/** A worker of a topology by its address. */
public record WorkerAddress(String host, int port) {
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
