import { rowLevelSecurity } from './0001-foundation.ts'

/**
 * Locks of recordings in a bucket with object lock (docs/decisions/0110). `version_id` is the version that is locked, `retained_until` the
 * end of its lock that the store read back. `asked_until` is an end that is about to be asked for, so that the recording is not destroyed
 * meanwhile. `difference` is how the store differs from this row; null: it doesn't.
 */
export const objectLocks: readonly string[] = [
  `create table app.object_locks (
    client text not null, object_key text not null, payload_reference text not null, version_id text,
    asked_until timestamptz(3), retained_until timestamptz(3), difference text, checked_at timestamptz(3),
    primary key (client, object_key))`,
  ...rowLevelSecurity('object_locks'),
  'create index object_locks_recordings on app.object_locks (client, payload_reference)',
  'create index object_locks_different on app.object_locks (client, object_key) where difference is not null',
]
