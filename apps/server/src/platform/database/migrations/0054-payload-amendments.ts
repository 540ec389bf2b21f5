import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * What people corrected of each recording, before and after (docs/decisions/0047). Corrections are evidence: the server can insert rows, but
 * not change or delete them. What stands also is on the recording, for lists.
 */
export const payloadAmendments: readonly string[] = [
  `create table app.payload_amendments (
    client text not null, payload_reference text not null, version integer not null,
    amended_by text not null, amended_at timestamptz(3) not null, before jsonb not null, after jsonb not null, reason text,
    primary key (client, payload_reference, version),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  ...rowLevelSecurity('payload_amendments'),
  'revoke update, delete on app.payload_amendments from holdfast_app',
  'alter table app.payloads add column amendments jsonb',
]
