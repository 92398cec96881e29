package org.jdapl.verbs.umad;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;

/**
 * Questions to the subnet administrator, the subnet manager's directory, as {@code saquery} asks
 * them: paths and nodes.
 *
 * <p>It opens its port for itself and finds the administrator by that port's attributes. Answers of
 * several packets are put together by the kernel. Thread-safe; questions are asked one after the
 * other. Each may throw {@link VerbsException} with {@link VerbsError#ADDRESS_NOT_AVAILABLE} if no
 * record matches, {@link VerbsError#TIMED_OUT} if nobody answered in time, {@link
 * VerbsError#INVALID_ARGUMENT}, {@link VerbsError#NO_PERMISSION} or {@link
 * VerbsError#NOT_SUPPORTED} if the administrator refused, {@link VerbsError#CLOSED}, or {@link
 * VerbsError#INTERRUPTED}.
 */
public final class SubnetAdministration implements AutoCloseable {
    /** The bits of a PathRecord's mask. */
    private static final long PATH_DESTINATION_LID = 1 << 4;

    private static final long PATH_SOURCE_LID = 1 << 5;

    private static final int PATH_LIDS = 40;

    /** The bit of a NodeRecord's mask. */
    private static final long NODE_LID = 1;

    private static final int CLASS_VERSION = 2;
    private static final int RMPP_VERSION = 1;
    private static final int RMPP_FLAGS = 26;
    private static final int RMPP_ACTIVE = 1;
    private static final int RMPP_PAYLOAD_LENGTH = 32;
    private static final int RMPP_DATA = 36;
    private static final int RECORD_WORDS = 44;
    static final int COMPONENT_MASK = 48;
    static final int DATA = 56;
    private static final int DATA_LENGTH = Mad.LENGTH - DATA;
    private static final int WORD = 8;

    private static final Duration TIMEOUT = Duration.ofSeconds(1);
    private static final int RETRIES = 2;

    private final MadPort port;
    private final MadAgent agent;
    private final MadAddress administrator;
    private final Exchange exchange;

    private SubnetAdministration(MadPort port, Duration timeout, int retries) {
        this.port = port;
        CaPort attributes = Umad.port(port.device(), port.number());
        if (attributes.smLid() == 0) {
            throw VerbsException.of(
                    VerbsError.ADDRESS_NOT_AVAILABLE,
                    "SubnetAdministration",
                    port
                            + " has no subnet manager: start opensm in the subnet (RoCE and iWARP"
                            + " have none)");
        }
        this.administrator = MadAddress.general(attributes.smLid(), attributes.smSl());
        this.agent =
                port.register(
                        AgentRegistration.asking(Mad.CLASS_SUBNET_ADMINISTRATION, CLASS_VERSION)
                                .withRmppVersion(RMPP_VERSION));
        this.exchange = new Exchange(port, timeout, retries);
    }

    /**
     * Opens a port for questions with three tries of a second each.
     *
     * @param device the channel adapter's name
     * @param number the port's number, from 1
     * @return to be closed
     * @throws VerbsException as {@link MadPort#open} and {@link MadPort#register}; {@link
     *     VerbsError#ADDRESS_NOT_AVAILABLE} if no subnet manager has configured the port
     */
    public static SubnetAdministration open(String device, int number) {
        return over(MadPort.open(device, number), TIMEOUT, RETRIES);
    }

    /**
     * Takes over a port that nobody else receives at.
     *
     * @param port an open port, closed with this
     * @param timeout how long a try lasts, from one millisecond
     * @param retries how often a question is asked again
     * @return to be closed
     * @throws VerbsException as {@link #open}; the port is closed then
     */
    public static SubnetAdministration over(MadPort port, Duration timeout, int retries) {
        boolean kept = false;
        try {
            SubnetAdministration opened = new SubnetAdministration(port, timeout, retries);
            kept = true;
            return opened;
        } finally {
            if (!kept) {
                port.close();
            }
        }
    }

    /**
     * A path between two ports.
     *
     * @param sourceLid the one's local identifier
     * @param destinationLid the other's
     * @return the path that the administrator prefers
     * @throws VerbsException see the class
     */
    public PathRecord path(int sourceLid, int destinationLid) {
        byte[] record = new byte[PathRecord.LENGTH];
        putLid(record, PATH_LIDS, destinationLid);
        putLid(record, PATH_LIDS + 2, sourceLid);
        long mask = PATH_DESTINATION_LID | PATH_SOURCE_LID;
        return PathRecord.of(get(PathRecord.ATTRIBUTE, mask, record), 0);
    }

    /**
     * The node that has a local identifier.
     *
     * @param lid a port's local identifier
     * @return its record
     * @throws VerbsException see the class
     */
    public NodeRecord node(int lid) {
        byte[] record = new byte[NodeRecord.LENGTH];
        putLid(record, 0, lid);
        return NodeRecord.of(get(NodeRecord.ATTRIBUTE, NODE_LID, record), 0);
    }

    /**
     * All nodes of the subnet, a record for each port that has a local identifier.
     *
     * @return their records, in the administrator's order
     * @throws VerbsException see the class
     */
    public List<NodeRecord> nodes() {
        return getTable(NodeRecord.ATTRIBUTE, 0, new byte[0]).stream()
                .map(record -> NodeRecord.of(record, 0))
                .toList();
    }

    private static void putLid(byte[] record, int offset, int lid) {
        record[offset] = (byte) (lid >> Byte.SIZE);
        record[offset + 1] = (byte) lid;
    }

    /**
     * Any one record: {@code SubnAdmGet}.
     *
     * @param attribute its number, from 0 to 65535
     * @param mask which components of {@code record} count, the first by the lowest bit
     * @param record what is asked for, at most 200 bytes
     * @return the 200 bytes that carry the record
     * @throws VerbsException see the class; {@link VerbsError#INVALID_ARGUMENT} if several match
     */
    public byte[] get(int attribute, long mask, byte[] record) {
        return ask("SubnAdmGet", Mad.METHOD_GET, attribute, mask, record)
                .getBytes(DATA, DATA_LENGTH);
    }

    /**
     * All records that match: {@code SubnAdmGetTable}.
     *
     * @param attribute their number, from 0 to 65535
     * @param mask which components of {@code record} count, the first by the lowest bit; 0: all
     *     records are asked for
     * @param record what is asked for, at most 200 bytes
     * @return the records, in the administrator's order; empty where none matches. (A simulated
     *     fabric hands over the first packet alone and does not tell.)
     * @throws VerbsException see the class; {@link VerbsError#NOT_SUPPORTED} if the answer has
     *     several packets and the kernel has not put them together
     */
    public List<byte[]> getTable(int attribute, long mask, byte[] record) {
        Mad answer = ask("SubnAdmGetTable", Mad.METHOD_GET_TABLE, attribute, mask, record);
        int recordLength = answer.getShort(RECORD_WORDS) * WORD;
        int end = tableEnd(answer);
        List<byte[]> records = new ArrayList<>();
        if (recordLength > 0) {
            for (int at = DATA; at + recordLength <= end; at += recordLength) {
                records.add(answer.getBytes(at, recordLength));
            }
        }
        return List.copyOf(records);
    }

    /** Where the records of an answer end. */
    private static int tableEnd(Mad answer) {
        boolean transfer = (answer.getByte(RMPP_FLAGS) & RMPP_ACTIVE) != 0;
        if (!transfer || answer.length() != Mad.LENGTH) {
            return answer.length(); // the kernel put it together, and counted
        }
        int payload = answer.getInt(RMPP_PAYLOAD_LENGTH);
        if (payload == 0) {
            return Mad.LENGTH; // not told
        }
        int end = RMPP_DATA + payload;
        if (end > Mad.LENGTH) {
            throw VerbsException.of(
                    VerbsError.NOT_SUPPORTED,
                    "SubnAdmGetTable",
                    "the answer has several packets, and only the first has come: this kernel does"
                            + " not put them together");
        }
        return end;
    }

    private Mad ask(String method, int number, int attribute, long mask, byte[] record) {
        if (record.length > DATA_LENGTH) {
            throw new IllegalArgumentException(
                    "a record has at most " + DATA_LENGTH + " bytes, not length=" + record.length);
        }
        Mad question = Mad.of(Mad.CLASS_SUBNET_ADMINISTRATION, CLASS_VERSION, number, attribute, 0);
        question.putLong(COMPONENT_MASK, mask);
        question.putBytes(DATA, record);
        String call = String.format(Locale.ROOT, "%s(0x%04x)", method, attribute);
        Mad answer = exchange.ask(call, agent, administrator, question);
        if (answer.status() != 0) {
            throw MadStatus.refused(call, answer.status(), true);
        }
        return answer;
    }

    /**
     * Closes it and its port. Does nothing if it is closed.
     *
     * @throws VerbsException if the kernel refused; it can be closed again
     */
    @Override
    public void close() {
        port.close();
    }
}
