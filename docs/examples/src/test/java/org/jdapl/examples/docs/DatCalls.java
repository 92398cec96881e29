package org.jdapl.examples.docs;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The calls of DAT 2.0 and of its two extensions, as the headers declare them. */
final class DatCalls {

    private static final String SPECIFICATION =
            """
            registry_list_providers registry_add_provider registry_remove_provider
            registry_providers_related strerror
            ia_open ia_openv ia_close ia_query ia_ha
            set_consumer_context get_consumer_context get_handle_type
            cno_create cno_fd_create cno_modify_agent cno_query cno_wait cno_trigger cno_free
            cr_query cr_accept cr_reject cr_handoff
            evd_create evd_query evd_modify_cno evd_enable evd_disable evd_wait evd_resize
            evd_post_se evd_dequeue evd_free evd_set_unwaitable evd_clear_unwaitable
            ep_create ep_create_with_srq ep_query ep_modify ep_connect ep_dup_connect
            ep_common_connect ep_disconnect ep_post_send ep_post_send_with_invalidate ep_post_recv
            ep_post_rdma_read ep_post_rdma_read_to_rmr ep_post_rdma_write ep_get_status ep_free
            ep_reset ep_recv_query ep_set_watermark
            lmr_create lmr_query lmr_free lmr_sync_rdma_read lmr_sync_rdma_write
            rmr_create rmr_create_for_ep rmr_query rmr_bind rmr_free
            psp_create psp_create_any psp_query psp_free
            rsp_create rsp_query rsp_free
            csp_create csp_query csp_free
            pz_create pz_query pz_free
            srq_create srq_post_recv srq_query srq_resize srq_set_lw srq_free
            extension_op
            """;

    private static final String EXTENSIONS =
            """
            ib_post_fetch_and_add ib_post_cmp_and_swap ib_post_rdma_write_immed ib_post_send_ud
            ib_ud_cm_free ib_ud_ah_free ib_open_query ib_close_query
            ib_query_counters ib_print_counters ib_start_counters ib_stop_counters
            ib_collective_*
            iw_ssp_create iw_ssp_query iw_ssp_free iw_socket_connect
            """;

    private DatCalls() {}

    /** The calls of the specification, with the prefix. */
    static List<String> ofTheSpecification() {
        return split(SPECIFICATION).toList();
    }

    /** All, also those of the extensions. */
    static List<String> all() {
        return Stream.concat(split(SPECIFICATION), split(EXTENSIONS)).toList();
    }

    private static Stream<String> split(String names) {
        return Arrays.stream(names.strip().split("\\s+")).map(name -> "dat_" + name);
    }
}
