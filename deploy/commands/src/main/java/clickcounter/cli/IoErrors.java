package clickcounter.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;

/** What a failed access to a file means, in words. The JDK's message may be a path and no more. */
public final class IoErrors {
  private static final Map<Class<?>, String> REASONS =
      Map.of(
          NoSuchFileException.class, "there is no such file or directory",
          AccessDeniedException.class, "permission denied",
          FileAlreadyExistsException.class, "it is there already, or is no directory",
          NotDirectoryException.class, "it is no directory",
          DirectoryNotEmptyException.class, "the directory is not empty");

  private IoErrors() {}

  /** With the path, if the exception has one. */
  public static String message(Exception e) {
    if (e instanceof UncheckedIOException unchecked) {
      String cause = message(unchecked.getCause());
      boolean isBare = unchecked.getCause().toString().equals(unchecked.getMessage());
      return isBare ? cause : unchecked.getMessage() + ": " + cause;
    }
    boolean hasPath = e instanceof FileSystemException file && file.getFile() != null;
    return hasPath ? ((FileSystemException) e).getFile() + ": " + reason(e) : reason(e);
  }

  /** Without the path, for a sentence that names it. */
  public static String reason(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    if (e instanceof FileSystemException file) {
      return reason(file);
    }
    if (e instanceof JsonProcessingException json) {
      return reason(json);
    }
    if (e instanceof CharacterCodingException) {
      return "it is not text in UTF-8";
    }
    return e instanceof UnknownHostException ? "the host " + message + " is not known" : message;
  }

  private static String reason(FileSystemException e) {
    return e.getReason() != null ? e.getReason() : REASONS.getOrDefault(e.getClass(), e.toString());
  }

  private static String reason(JsonProcessingException e) {
    return e instanceof UnrecognizedPropertyException unknown
        ? "this version of clicks does not know the field '" + unknown.getPropertyName() + "'"
        : e.getOriginalMessage();
  }

  /**
   * A file that could not be written.
   *
   * @param fate what happened to the data and what to do, in sentences
   */
  public static IOException notWritten(Object file, IOException e, String fate) {
    boolean isOfFile = e instanceof FileSystemException f && file.toString().equals(f.getFile());
    String why = isOfFile ? reason(e) : message(e);
    return new IOException(file + " cannot be written (" + why + "). " + fate, e);
  }
}
