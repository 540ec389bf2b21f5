import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * An index that finds the recordings that become late while their content is missing: nearly all others leave it within minutes. And the
 * seals that handsets replaced because their bytes did not arrive or did not open, each with these bytes if they had arrived
 * (docs/decisions/0078). Rows are deleted with their recording, and never changed.
 */
export const lateAndResealed: readonly string[] = [
  `create index payloads_awaited on app.payloads (client, payload_time, payload_reference)
    where payload_state in ('Recorded', 'NotRecoverable') and not is_late`,
  `create table app.former_seals (
    client text not null, payload_reference text not null, place smallint not null,
    key_id text, encrypted_dek text, iv text, checksum text, size bigint,
    failure text, uploaded_at timestamptz(3), s3_path text, sealed bytea, replaced_at timestamptz(3) not null,
    primary key (client, payload_reference, place),
    foreign key (client, payload_reference) references app.payloads (client, payload_reference))`,
  'alter table app.former_seals alter column sealed set storage external',
  ...rowLevelSecurity('former_seals'),
  'revoke update on app.former_seals from holdfast_app',
]
