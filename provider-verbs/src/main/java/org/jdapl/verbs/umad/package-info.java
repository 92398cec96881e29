/**
 * InfiniBand management datagrams (MADs) by libibumad: which channel adapters and ports there are,
 * MADs sent and received at a port, and the two questions that most programs have, of the subnet's
 * nodes ({@link org.jdapl.verbs.umad.SubnetManagement}) and of the subnet administrator ({@link
 * org.jdapl.verbs.umad.SubnetAdministration}).
 *
 * <pre>{@code
 * try (SubnetManagement smp = SubnetManagement.open("mlx5_0", 1)) {
 *     NodeInfo switchAtPort1 = smp.nodeInfo(SmpRoute.directed(1));
 *     for (int port = 1; port <= switchAtPort1.portCount(); port++) {
 *         PortInfo info = smp.portInfo(SmpRoute.directed(1), port);
 *         IO.println(port + " " + info.state());
 *     }
 * }
 * try (SubnetAdministration sa = SubnetAdministration.open("mlx5_0", 1)) {
 *     PathRecord path = sa.path(1, 4);
 *     IO.println("MTU " + path.mtuBytes());
 * }
 * }</pre>
 *
 * <p>Management needs the kernel module {@code ib_umad} and the right to open {@code
 * /dev/infiniband/umad*}, which is root's. RoCE and iWARP devices are listed, but have no subnet
 * that would answer.
 *
 * <p>Not covered: multi-packet transfers that the program segments itself (the kernel's are
 * received in one piece), traps and notices beyond receiving their MADs, performance counters.
 *
 * <h2>From C</h2>
 *
 * <table>
 * <caption>libibumad and this package</caption>
 * <tr><th>C</th><th>Java</th></tr>
 * <tr><td>{@code umad_init}, {@code umad_done}</td><td>by themselves</td></tr>
 * <tr><td>{@code umad_get_cas_names}, {@code umad_get_ca_device_list}</td>
 *     <td>{@link org.jdapl.verbs.umad.Umad#names()}</td></tr>
 * <tr><td>{@code umad_get_ca}</td><td>{@link org.jdapl.verbs.umad.Umad#ca}</td></tr>
 * <tr><td>{@code umad_get_port}</td><td>{@link org.jdapl.verbs.umad.Umad#port}</td></tr>
 * <tr><td>{@code umad_open_port}, {@code umad_close_port}</td>
 *     <td>{@link org.jdapl.verbs.umad.MadPort}</td></tr>
 * <tr><td>{@code umad_register}, {@code umad_register_oui}, {@code umad_register2}</td>
 *     <td>{@link org.jdapl.verbs.umad.MadPort#register}</td></tr>
 * <tr><td>{@code umad_unregister}</td><td>{@link org.jdapl.verbs.umad.MadAgent#close}</td></tr>
 * <tr><td>{@code umad_send}</td><td>{@link org.jdapl.verbs.umad.MadAgent#send}</td></tr>
 * <tr><td>{@code umad_poll}, {@code umad_recv}, {@code umad_status}</td>
 *     <td>{@link org.jdapl.verbs.umad.MadPort#receive}</td></tr>
 * <tr><td>{@code umad_set_addr}, {@code umad_set_grh}, {@code umad_set_pkey}, {@code
 *     umad_get_mad_addr}</td><td>{@link org.jdapl.verbs.umad.MadAddress}</td></tr>
 * <tr><td>{@code umad_get_mad}, {@code struct umad_hdr}</td>
 *     <td>{@link org.jdapl.verbs.umad.Mad}</td></tr>
 * </table>
 */
package org.jdapl.verbs.umad;
