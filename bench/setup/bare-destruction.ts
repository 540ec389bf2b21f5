import type { OpenPlatform } from '../../apps/server/src/core/open-platform.ts'
import { newId } from '../../apps/server/src/platform/identifiers.ts'
import { client, type Installation } from './installation.ts'

/** The changes of rows that Holdfast makes for a batch of destroyed recordings; `$2` are their references, `$3` a reference for each new row. */
const statements = [
  `select 1 from app.payloads where client = $1 and payload_reference = any($2) order by payload_reference for update`,
  `update app.payloads set payload_state = 'Destroyed', encrypted_dek = null, key_id = null, iv = null, s3_path = null, media = null,
    updated_at = now(), updated_by = 'bare' where client = $1 and payload_reference = any($2)`,
  `insert into app.custody_events (client, event_id, payload_reference, event, occurred_at, actor_kind, actor, details)
    select $1, id, reference, 'payload.destroyed', now(), 'system', 'system', '{"run_id": "bare"}'
    from unnest($2::text[], $3::text[]) as event (reference, id)`,
  `insert into app.payload_counters (client, "group", payload_type, payload_state, day, slot, payloads)
    select client, "group", payload_type, 'Destroyed', (payload_time at time zone 'UTC')::date, 0, count(*) from app.payloads
    where client = $1 and payload_reference = any($2) group by client, "group", payload_type, (payload_time at time zone 'UTC')::date
    on conflict (client, "group", payload_type, payload_state, day, slot) do update set payloads = payload_counters.payloads + excluded.payloads`,
  `insert into app.destruction_batches (client, batch_id, run_id, destroyed_at, destroyed_by)
    select $1, ($3::text[])[1], 'bare', now(), 'bare' where cardinality($2::text[]) > 0`,
  `insert into app.destructions (client, payload_reference, batch_id, run_id, payload_type, payload_time, registered_at, former_checksums,
      downloads, destroyed_at, object_keys)
    select $1, payload_reference, ($3::text[])[1], 'bare', payload_type, payload_time, registered_at, '{}', 0, now(),
      array[$1 || '/' || payload_reference] from app.payloads where client = $1 and payload_reference = any($2)`,
]

/** The same rows in a transaction, then their objects: nothing is decided, looked for, erased from texts, or signed. */
export const destroyBare = async (
  { owner, platform }: Pick<Installation, 'owner'> & { platform: Pick<OpenPlatform, 'objects'> },
  references: readonly string[],
): Promise<void> => {
  const ids = references.map(() => newId())
  await owner.query('begin')
  for (const text of statements)
    await owner.query(text, text.includes('$3') ? [client, references, ids] : [client, references])
  await owner.query('commit')
  for (const reference of references) await platform.objects.erase(`${client}/${reference}`)
  await owner.query(
    `update app.destructions set objects_gone_at = now() where client = $1 and payload_reference = any($2)`,
    [client, references],
  )
}
