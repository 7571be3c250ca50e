package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java on the page of services compiles as it stands there. */
class ServiceSampleTest {
  private static final Pattern JAVA = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
  private static final String BEFORE =
      """
      import clickcounter.reading.AdStateReader;
      import clickcounter.event.Dimensions;
      import clickcounter.event.Visitor;
      import clickcounter.jms.BrokerSettings;
      import clickcounter.jms.JmsStateFeed;
      import clickcounter.jms.JmsTransport;
      import clickcounter.jms.SenderSettings;
      import clickcounter.riak.RiakSettings;
      import clickcounter.riak.RiakStore;
      import clickcounter.service.EventLog;
      import clickcounter.service.EventLogSettings;
      import clickcounter.service.Transport;
      import clickcounter.service.VisitorHash;
      import clickcounter.states.AdStates;
      import clickcounter.states.AdStatesSettings;
      import clickcounter.states.StateReader;
      import java.io.IOException;
      import java.nio.file.Path;
      import java.security.SecureRandom;
      import java.time.Clock;
      import java.util.List;
      import java.util.Map;

      class Sample {
        EventLog log;
        byte[] key;
        String cookie;
        String userAgent;

        void run() throws IOException {
      """;
  private static final String AFTER = "  }\n}\n";

  @TempDir private Path classes;

  @Test
  void javaOfThePageCompiles() throws IOException {
    List<String> samples =
        JAVA.matcher(Files.readString(Path.of("../clicks/README.md")))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertThat(samples).isNotEmpty();
    for (String sample : samples) {
      assertThat(faults(sample)).as(sample).isEmpty();
    }
    assertThat(faults(samples.get(0).replace("impression(", "impressions("))).isNotEmpty();
  }

  private List<String> faults(String sample) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> faults = new DiagnosticCollector<>();
    List<String> options =
        List.of(
            "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString());
    compiler
        .getTask(null, null, faults, options, null, List.of(new Source(BEFORE + sample + AFTER)))
        .call();
    return faults.getDiagnostics().stream()
        .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///Sample.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
