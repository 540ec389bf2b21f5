import { Type } from 'typebox'
import type { Job, JobContext } from '../../platform/jobs/run-jobs.ts'
import { readPartObjectKey, uploadsPrefix } from './object-keys.ts'

const batch = 200

/** Keys that no row knew at the last look. */
let unknownBefore: ReadonlySet<string> = new Set()

/**
 * Removes parts that no upload knows: a process died between storing one and recording it, or after completing its
 * upload. A part is stored moments before it is recorded, so only what two looks in a row find unknown is removed.
 */
export const removeLeftovers: Job<Record<string, unknown>> = {
  definition: { name: 'remove_upload_leftovers', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '17 * * * *',
  async handle({ platform, signal }) {
    const unknown = new Set<string>()
    let keys: string[] = []
    for await (const { key } of platform.objects.list(uploadsPrefix)) {
      signal.throwIfAborted()
      keys.push(key)
      if (keys.length < batch) continue
      for (const key of await unknownAmong(platform, keys)) unknown.add(key)
      keys = []
    }
    for (const key of await unknownAmong(platform, keys)) unknown.add(key)
    for (const key of unknown) if (unknownBefore.has(key)) await platform.objects.delete(key)
    unknownBefore = unknown
  },
}

const unknownAmong = async ({ database }: JobContext['platform'], keys: readonly string[]): Promise<string[]> => {
  const byClient = Map.groupBy(keys, (key) => readPartObjectKey(key)?.client ?? '')
  const unknown: string[] = []
  for (const [client, ofClient] of byClient) {
    if (client === '') continue
    const references = new Set(ofClient.flatMap((key) => readPartObjectKey(key)?.payload_reference ?? []))
    const rows = await database.read(client, (tx) =>
      tx.db
        .selectFrom('upload_parts')
        .select('object_key')
        .where('client', '=', tx.client)
        .where('payload_reference', 'in', [...references])
        .execute(),
    )
    const known = new Set(rows.map(({ object_key }) => object_key))
    unknown.push(...ofClient.filter((key) => !known.has(key)))
  }
  return unknown
}
