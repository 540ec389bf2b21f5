/** Finds the recordings that become late while their content is missing. Nearly all others leave this index within minutes. */
export const awaitedRecordings: readonly string[] = [
  `create index payloads_awaited on app.payloads (client, payload_time, payload_reference)
    where payload_state in ('Recorded', 'NotRecoverable') and not is_late`,
]
