package clickcounter.cli;

/** A command whose result is JSON if {@code --json} is given. */
public interface PrintsJson {}
