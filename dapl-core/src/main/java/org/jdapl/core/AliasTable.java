package org.jdapl.core;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdapl.api.AdapterAlias;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.Setting;
import org.jdapl.core.config.Configuration;
import org.jdapl.core.config.DatConfEntry;

/**
 * Other names of adapters: aliases of settings, then the lines of {@code dat.conf}.
 *
 * <p>A line opens one of our adapters where its library is {@code jdapl:PROVIDER}, and its
 * parameters the device; or where its library is one of the reference's providers over the RDMA
 * connection manager, and the first word of its parameters names an interface or literal address
 * that exactly one adapter here is known by. No name is ever looked up in a network: the reference
 * waited 20 seconds for that. Which adapter a line opens is decided anew each time, since adapters
 * come and go.
 */
final class AliasTable {

    /** The one major version of the user's API that is carried; each minor version fits. */
    private static final String API_PREFIX = "u2.";

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    private static final String OWN_LIBRARY = "jdapl:";

    /** The file names that the reference's provider openib_cma has had. */
    private static final Pattern CMA_LIBRARY =
            Pattern.compile("(.*/)?libdapl(ofa|cma)[^/]*\\.so(\\.\\d+)*");

    private final Configuration configuration;

    AliasTable(Configuration configuration) {
        this.configuration = configuration;
    }

    /** All aliases, as they stand with the given adapters. */
    List<AdapterAlias> list(List<AdapterInfo> adapters) {
        List<AdapterAlias> list = new ArrayList<>();
        for (Setting s : configuration.settings()) {
            if (s.name().startsWith(Configuration.ALIAS_PREFIX)) {
                list.add(ofSetting(s));
            }
        }
        for (DatConfEntry entry : configuration.datConf().entries()) {
            list.add(resolve(entry, adapters));
        }
        return List.copyOf(list);
    }

    private static AdapterAlias ofSetting(Setting s) {
        boolean empty = s.value().isEmpty();
        return new AdapterAlias(
                s.name().substring(Configuration.ALIAS_PREFIX.length()),
                empty ? Optional.empty() : Optional.of(s.value()),
                empty ? Optional.of("its value is empty") : Optional.empty(),
                s.name()
                        + " ("
                        + s.origin().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + ")");
    }

    /** The entries of a name, in the order in which they are tried. */
    List<AdapterAlias> named(String name, List<AdapterInfo> adapters) {
        return list(adapters).stream().filter(a -> a.name().equals(name)).toList();
    }

    private static AdapterAlias resolve(DatConfEntry entry, List<AdapterInfo> adapters) {
        if (!entry.api().startsWith(API_PREFIX)) {
            return unused(
                    entry,
                    entry.api().startsWith("k")
                            ? "it is for the kernel's API (" + entry.api() + ")"
                            : "it is for the API "
                                    + entry.api()
                                    + ", this runtime has "
                                    + API_PREFIX
                                    + "0");
        }
        if (!entry.isDefault()) {
            return unused(entry, "it is marked nondefault");
        }
        if (entry.library().startsWith(OWN_LIBRARY)) {
            return own(entry);
        }
        if (!CMA_LIBRARY.matcher(entry.library()).matches()) {
            return unused(
                    entry, "library " + entry.library() + " is none that has a counterpart here");
        }
        return byInterface(entry, adapters);
    }

    /** Names the adapter outright: whether it is there is seen when it is opened. */
    private static AdapterAlias own(DatConfEntry entry) {
        String provider = entry.library().substring(OWN_LIBRARY.length());
        String device = entry.parameters().strip();
        if (provider.isEmpty() || device.isEmpty()) {
            return unused(
                    entry, "lib_path jdapl:PROVIDER needs a provider, and the device in ia_params");
        }
        return used(entry, provider + ":" + device);
    }

    private static AdapterAlias byInterface(DatConfEntry entry, List<AdapterInfo> adapters) {
        String[] words = BLANKS.split(entry.parameters().strip(), 2);
        if (words.length < 2) {
            return unused(
                    entry,
                    "ia_params \""
                            + entry.parameters()
                            + "\" is not an interface or address, a blank, and a port");
        }
        String wanted = canonical(words[0]);
        List<String> known =
                adapters.stream()
                        .filter(a -> names(a).contains(wanted))
                        .map(AdapterInfo::name)
                        .toList();
        return switch (known.size()) {
            case 0 ->
                    unused(
                            entry,
                            "no adapter here is known by the interface or address \""
                                    + words[0]
                                    + "\"; names of hosts are not looked up");
            case 1 -> used(entry, known.getFirst());
            default ->
                    unused(
                            entry,
                            "several adapters are known by \""
                                    + words[0]
                                    + "\": "
                                    + String.join(", ", known)
                                    + "; name one by lib_path jdapl:PROVIDER");
        };
    }

    /** What an adapter is known by, each in its one way to write it. */
    static Set<String> names(AdapterInfo adapter) {
        return adapter.interfaces().stream()
                .map(AliasTable::canonical)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** One way to write each address; what is none stays as it is. Never asks a network. */
    private static String canonical(String word) {
        try {
            return InetAddress.ofLiteral(word).getHostAddress();
        } catch (IllegalArgumentException e) {
            return word;
        }
    }

    private static AdapterAlias used(DatConfEntry entry, String adapter) {
        return new AdapterAlias(
                entry.name(), Optional.of(adapter), Optional.empty(), entry.source());
    }

    private static AdapterAlias unused(DatConfEntry entry, String reason) {
        return new AdapterAlias(
                entry.name(), Optional.empty(), Optional.of(reason), entry.source());
    }
}
