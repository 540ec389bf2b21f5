/** What is unusual about a recording (contract, unusual.ts). Such recordings are rare, and people filter by it. */
export const unusual: readonly string[] = [
  `alter table app.payloads add column unusual text[] not null default '{}'`,
  `create index payloads_unusual on app.payloads (client, payload_time desc, payload_reference desc)
    where unusual <> '{}'`,
]
