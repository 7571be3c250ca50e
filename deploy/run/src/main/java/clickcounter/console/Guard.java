package clickcounter.console;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Which requests are refused.
 *
 * <ul>
 *   <li>All but {@code GET}: nothing can be changed.
 *   <li>Those that name another host than the console's, as a foreign page does that has taken over
 *       a name (DNS rebinding).
 *   <li>Those that a page of another site has caused, but for a link to the first page, such as the
 *       printed address in a chat.
 *   <li>Those without the {@link Token}, but for what shows nothing of the system: the pages' own
 *       files, and the addresses of the workers for Prometheus.
 * </ul>
 */
final class Guard {
  private static final String FIRST_PAGE = "/";
  private static final String TARGETS = "/api/targets";
  private static final String FILES = "/static/";
  private static final Set<String> OURS = Set.of("same-origin", "none");

  private final Set<String> names = new HashSet<>();
  private final Token token;

  /**
   * @param host where the console listens; its addresses are allowed, too
   * @param allowed other names of it, such as a proxy's
   */
  Guard(String host, Collection<String> allowed, Token token) {
    this.token = token;
    List.of("localhost", "127.0.0.1", "::1", host).forEach(each -> names.add(name(each)));
    addresses(host).forEach(each -> names.add(name(each)));
    allowed.forEach(each -> names.add(name(each)));
  }

  private static List<String> addresses(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .map(InetAddress::getHostAddress)
          .map(address -> address.replaceFirst("%.*", ""))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(); // the server cannot listen there either, and says so
    }
  }

  record Refusal(int status, String why) {}

  /**
   * Null if the request is answered.
   *
   * @param given the token that came with it; null if none did
   */
  Refusal refusal(String method, String path, Headers headers, String given) {
    String host = headers.getFirst("Host");
    if (host == null || !names.contains(name(host.replaceAll(":\\d+$", "")))) {
      return new Refusal(
          421, "The console has another name. Start it with --allow-host to add this one.");
    }
    if (!method.equals("GET")) {
      return new Refusal(405, "Nothing can be changed here.");
    }
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site != null && !OURS.contains(site) && !isLink(path, headers)) {
      return new Refusal(
          403,
          "A page of another site asked for this. Type the address, or begin at the first page.");
    }
    if (token.is(given) || path.equals(TARGETS) || path.startsWith(FILES)) {
      return null;
    }
    return new Refusal(
        403,
        "The token is missing. Open the address that the console printed when it started, in the"
            + " line 'ready'.");
  }

  private static boolean isLink(String path, Headers headers) {
    return path.equals(FIRST_PAGE)
        && "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
        && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
  }

  /**
   * An address of IPv6 has brackets in a URL, and may be written in several ways. A port is not
   * compared: it may be forwarded.
   */
  private static String name(String host) {
    String name = host.toLowerCase(Locale.ROOT).replaceFirst("^\\[(.*)]$", "$1");
    if (!name.matches("[\\da-f]*:[\\da-f:.]*")) {
      return name;
    }
    try {
      return InetAddress.getByName(name).getHostAddress(); // no look-up: it is an address
    } catch (UnknownHostException e) {
      return name;
    }
  }
}
