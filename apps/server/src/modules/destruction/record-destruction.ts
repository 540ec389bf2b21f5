import { recordProductActivity } from '../../core/activities/index.ts'
import type { PayloadRow, TenantTransaction } from '../../platform/database/index.ts'
import { rulesInText } from '../retention/index.ts'
import type { Batch, DestroyedPayload } from './journal.ts'

type Recorded = Pick<Batch, 'run_id' | 'destroyed_by' | 'continued_by'> & {
  rules: ReadonlyMap<string, DestroyedPayload['rule']>
  is_replayed?: boolean
}

/** Writes to the trail which recordings were destroyed: an entry for each of their groups, so that its readers see it. */
export const recordDestruction = async (
  tx: TenantTransaction,
  payloads: readonly Pick<PayloadRow, 'payload_reference' | 'group'>[],
  { run_id, destroyed_by, continued_by = null, rules, is_replayed = false }: Recorded,
): Promise<void> => {
  for (const [group, own] of Map.groupBy(payloads, (payload) => payload.group)) {
    const payload_references = own.map(({ payload_reference }) => payload_reference)
    const policy_version = rules.get(payload_references[0] ?? '')?.policy_version ?? null
    await recordProductActivity(tx, {
      call: is_replayed ? 'JOB recover_destructions' : 'JOB retention_run',
      event: 'payload.destroyed',
      details: {
        run_id,
        policy_version,
        rules: rulesInText(payload_references.map((reference) => rules.get(reference))),
        requested_by: destroyed_by,
        continued_by,
        destroyed: own.length,
        payload_references,
      },
      group,
    })
  }
}
