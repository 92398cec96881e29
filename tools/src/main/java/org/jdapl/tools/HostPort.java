package org.jdapl.tools;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A host and a port as they are written on the command line. An IPv6 address that a port follows
 * stands in brackets.
 *
 * @param host name or address without brackets; empty for any
 * @param port the port; 0 for any
 */
record HostPort(String host, int port) {

    private static final Pattern BRACKETS = Pattern.compile("\\[([^\\[\\]]+)](?::(\\d{1,5}))?");
    private static final Pattern PLAIN = Pattern.compile("([^:\\[\\]\\s]*)(?::(\\d{1,5}))?");
    private static final Pattern BARE_V6 = Pattern.compile("(?=.*:.*:)[0-9a-fA-F:.]+(%\\w+)?");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,5}");
    private static final Pattern ZEROS = Pattern.compile("(^|:)0(:0)+(:|$)");
    private static final int MAX_PORT = 65_535;

    /** Reads what {@code --listen} takes, for picocli. */
    static final class Listen implements ITypeConverter<HostPort> {
        @Override
        public HostPort convert(String text) {
            return parse(text, false);
        }
    }

    /** Reads what {@code --connect} takes, for picocli. */
    static final class Connect implements ITypeConverter<HostPort> {
        @Override
        public HostPort convert(String text) {
            return parse(text, true);
        }
    }

    /**
     * Reads {@code HOST:PORT}, {@code [V6]:PORT}; unless both parts are needed also {@code HOST},
     * {@code V6}, {@code PORT}, {@code :PORT} and nothing.
     */
    static HostPort parse(String text, boolean complete) {
        String s = text.strip();
        String host;
        String port;
        Matcher brackets = BRACKETS.matcher(s);
        Matcher plain = PLAIN.matcher(s);
        if (brackets.matches()) {
            host = brackets.group(1);
            port = brackets.group(2);
        } else if (!complete && NUMBER.matcher(s).matches()) {
            host = "";
            port = s;
        } else if (plain.matches()) {
            host = plain.group(1);
            port = plain.group(2);
        } else if (!complete && BARE_V6.matcher(s).matches()) {
            host = s;
            port = null;
        } else {
            throw malformed(text);
        }
        int number = port == null ? 0 : Integer.parseInt(port);
        if (number > MAX_PORT) {
            throw new TypeConversionException(
                    "port " + number + " in '" + text + "' is above 65535");
        }
        if (complete && (host.isEmpty() || number == 0)) {
            throw malformed(text);
        }
        return new HostPort(host, number);
    }

    /** Looks the host up. */
    InetSocketAddress resolve() {
        InetSocketAddress address = new InetSocketAddress(host.isEmpty() ? "0.0.0.0" : host, port);
        if (address.isUnresolved()) {
            throw new Failure("unknown host '" + host + "'");
        }
        return address;
    }

    /** Writes an address so that {@link #parse} reads it, IPv6 in its short form (RFC 5952). */
    static String format(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host =
                switch (ip) {
                    case null -> address.getHostString();
                    case Inet6Address v6 -> "[" + shortened(v6) + "]";
                    default -> ip.getHostAddress();
                };
        return host + ":" + address.getPort();
    }

    /** IPv6 with its longest run of zeros left out; the scope only where it says something. */
    static String shortened(Inet6Address v6) {
        String[] text = v6.getHostAddress().split("%", 2);
        String best = "";
        Matcher zeros = ZEROS.matcher(text[0]);
        while (zeros.find()) {
            best = zeros.group().length() > best.length() ? zeros.group() : best;
        }
        String host = best.isEmpty() ? text[0] : text[0].replaceFirst(Pattern.quote(best), "::");
        return host.replaceFirst(":::+", "::")
                + (text.length > 1 && v6.isLinkLocalAddress() ? "%" + text[1] : "");
    }

    private static TypeConversionException malformed(String text) {
        return new TypeConversionException(
                "'" + text + "' is not an address such as 127.0.0.1:7471 or [::1]:7471");
    }
}
