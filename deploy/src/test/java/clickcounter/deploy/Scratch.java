package clickcounter.deploy;

import clickcounter.jms.*;
import clickcounter.topology.Settings;
import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

public class Scratch {
  public static void main(String[] a) throws Exception {
    Path data = Files.createTempDirectory("cc");
    LocalStack s =
        LocalStack.start(new LocalStack.Options(data, List.of(), null, 0, 0, Settings.defaults()));
    System.out.println("ready " + s.riak() + " " + s.brokerUrl());
    JmsTransport t = new JmsTransport(BrokerSettings.at(s.brokerUrl()), SenderSettings.async(50));
    int batch = Integer.parseInt(a[1]);
    List<String> lines = new ArrayList<>();
    long n = 0;
    long t0 = System.currentTimeMillis();
    InputStream in = new FileInputStream(a[0]);
    if (a[0].endsWith(".gz")) in = new GZIPInputStream(in);
    try (BufferedReader r = new BufferedReader(new InputStreamReader(in))) {
      for (String l; (l = r.readLine()) != null; ) {
        lines.add(l);
        n++;
        if (lines.size() == batch) {
          t.send(lines);
          lines = new ArrayList<>();
        }
      }
    }
    if (!lines.isEmpty()) t.send(lines);
    System.out.println("sent " + n + " in " + (System.currentTimeMillis() - t0));
    while (s.broker().messages("clicks") > 0) {
      Thread.sleep(2000);
      System.out.println(
          (System.currentTimeMillis() - t0)
              + " q="
              + s.broker().messages("clicks")
              + " received="
              + LocalMetrics.count("spout", "received")
              + " counted="
              + (LocalMetrics.count("ads", "counted") + LocalMetrics.count("counters", "counted"))
              + " dup="
              + LocalMetrics.count("ads", "duplicates")
              + " held="
              + LocalMetrics.gauge("ads", "held.events")
              + " puts="
              + LocalMetrics.count("ads", "puts")
              + " cputs="
              + LocalMetrics.count("counters", "puts")
              + " reads="
              + LocalMetrics.count("ads", "reads")
              + " failed="
              + LocalMetrics.count("spout", "failed"));
    }
    System.out.println(
        "settled in "
            + (System.currentTimeMillis() - t0)
            + " node puts "
            + s.node().puts()
            + " gets "
            + s.node().gets()
            + " bytes "
            + s.node().bytesPut());
    s.close();
    System.exit(0);
  }
}
