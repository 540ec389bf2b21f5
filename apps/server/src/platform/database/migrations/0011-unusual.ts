/** What is out of the ordinary about a recording (contract, unusual.ts): few are, and people look for them. */
export const unusual: readonly string[] = [
  `alter table app.payloads add column unusual text[] not null default '{}'`,
  `create index payloads_unusual on app.payloads (client, payload_time desc, payload_reference desc)
    where unusual <> '{}'`,
]
