import { rowLevelSecurity } from './0001-foundation.ts'

/** The last verification of each recording that somebody asked for (docs/decisions/0033). */
export const payloadVerifications: readonly string[] = [
  `create table app.payload_verifications (
    client text not null, payload_reference text not null, state text not null,
    requested_at timestamptz(3) not null, requested_by text not null,
    bytes_read bigint not null, progressed_at timestamptz(3) not null, ended_at timestamptz(3),
    found text, checksum text, verified_at timestamptz(3), verified_by text,
    primary key (client, payload_reference),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  `create index payload_verifications_under_way on app.payload_verifications (client, requested_by, progressed_at)
    where ended_at is null`,
  ...rowLevelSecurity('payload_verifications'),
]
