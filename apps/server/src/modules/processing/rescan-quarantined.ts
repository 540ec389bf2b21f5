import { limits, payloadTypes } from '@holdfast/contract'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Actor, Database, TenantTransaction } from '../../platform/database/index.ts'
import { lockPayloads, quarantinedFor } from '../payloads/index.ts'
import { beginRescan } from './rescan-payloads.ts'

const operator: Actor = { kind: 'system', reference: 'operator' }
const everything = [{ payload_types: payloadTypes, groups: 'all' as const }]

/**
 * Scans all quarantined recordings of an account again, as `POST /payloads/rescan` does, 100 in a transaction.
 * @param failure why they were quarantined; `null`: for any reason
 * @returns how many
 */
export const rescanQuarantined = async (
  database: Database,
  client: string,
  failure: string | null,
): Promise<number> => {
  let [count, after] = [0, '']
  for (;;) {
    const wanted = { failure, after, visible: everything, limit: limits.maxReferencesInBatch }
    const references = await database.transaction(client, (tx) => rescanBatch(tx, wanted))
    count += references.length
    after = references.at(-1) ?? after
    if (references.length < limits.maxReferencesInBatch) return count
  }
}

const rescanBatch = async (tx: TenantTransaction, wanted: Parameters<typeof quarantinedFor>[1]): Promise<string[]> => {
  const references = await quarantinedFor(tx, wanted)
  if (references.length === 0) return references
  await tx.executeAll(await beginRescan(tx, operator, await lockPayloads(tx, references)))
  const payloads = references.map((payload_reference) => ({ payload_reference, status: 'scanning' }))
  await recordProductActivity(tx, {
    call: 'COMMAND payload rescan',
    event: 'payload.rescan_requested',
    details: { ...(wanted.failure !== null && { failure: wanted.failure }), payloads },
  })
  return references
}
