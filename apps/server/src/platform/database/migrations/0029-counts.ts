/**
 * What counts the recordings of the last days, and finds damaged ones. The key of the second index is that of the other filters of
 * lists (0022).
 */
export const counts: readonly string[] = [
  'create index payload_counters_by_day on app.payload_counters (client, day)',
  `create index payloads_damaged_by_group on app.payloads
    (client, "group", payload_type, payload_time desc, payload_reference desc) where damaged_at is not null`,
]
