/* Words and rates. */
#include "mock.h"

const char *ibv_wc_status_str(enum ibv_wc_status status)
{
    static const char *const names[] = {
        "success", "local length error", "local QP operation error", "local EE context operation error",
        "local protection error", "Work Request Flushed Error", "memory bind operation error", "bad response error",
        "local access error", "remote invalid request error", "remote access error", "remote operation error",
        "transport retry counter exceeded", "RNR retry counter exceeded",
    };
    return status < sizeof names / sizeof *names ? names[status] : "unknown";
}

const char *ibv_node_type_str(enum ibv_node_type type)
{
    return type == IBV_NODE_CA ? "channel adapter" : type == IBV_NODE_RNIC ? "RNIC" : "unknown";
}

const char *ibv_port_state_str(enum ibv_port_state state)
{
    static const char *const names[] = { "no state change", "down", "init", "armed", "active", "active defer" };
    return state <= IBV_PORT_ACTIVE_DEFER ? names[state] : "unknown";
}

const char *ibv_event_type_str(enum ibv_event_type event)
{
    return event == IBV_EVENT_PORT_ACTIVE ? "port active" : event == IBV_EVENT_PORT_ERR ? "port error" : "event";
}
