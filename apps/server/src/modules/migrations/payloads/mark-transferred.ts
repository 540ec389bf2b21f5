import type { Job } from '../../../core/jobs.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { lockPayloads, transition } from '../../payloads/index.ts'
import { markTransferredJob } from '../runs/migration-job.ts'

const pageRows = 200
const againAfterMs = 60_000
const system = { kind: 'system', reference: 'system' } as const

/** Notes recordings that become Transferred once they are processed. */
export const noteTransferred = async (tx: TenantTransaction, references: readonly string[]): Promise<void> => {
  if (references.length === 0) return
  await tx.db
    .insertInto('legacy_transfers')
    .values(references.map((payload_reference) => ({ client: tx.client, payload_reference })))
    .onConflict((conflict) => conflict.columns(['client', 'payload_reference']).doNothing())
    .execute()
}

/** Marks what was processed meanwhile, and looks again a minute later for the rest. What is quarantined or failed stays noted. */
export const markTransferred: Job<{ client: string }> = {
  definition: markTransferredJob,
  async handle({ platform, signal }, { client }) {
    let isWaiting = false
    let after: string | null = ''
    while (after !== null) {
      signal.throwIfAborted()
      const from: string = after
      const page = await platform.database.transaction(client, (tx) => markPage(tx, from))
      isWaiting ||= page.isWaiting
      after = page.after
    }
    if (!isWaiting) return
    const runAt = new Date(Date.now() + againAfterMs)
    await platform.database.transaction(client, (tx) => tx.enqueue(markTransferredJob, { client }, { runAt }))
  },
}

const markPage = async (
  tx: TenantTransaction,
  after: string,
): Promise<{ isWaiting: boolean; after: string | null }> => {
  const rows = await tx.db
    .selectFrom('legacy_transfers')
    .select('payload_reference')
    .where('client', '=', tx.client)
    .where('payload_reference', '>', after)
    .orderBy('payload_reference')
    .limit(pageRows)
    .execute()
  const references = rows.map(({ payload_reference }) => payload_reference)
  if (references.length === 0) return { isWaiting: false, after: null }
  const payloads = await lockPayloads(tx, references)
  for (const payload of payloads) {
    if (payload.payload_state !== 'Processed') continue
    await transition(tx, system, payload, {
      to: 'Transferred',
      event: 'payload.transferred',
      details: { is_legacy: true },
      set: { transferred_at: tx.now.toISOString() },
    })
  }
  const unfinished = payloads.filter((payload) =>
    ['Uploaded', 'Scanning', 'Failed', 'Quarantined'].includes(payload.payload_state),
  )
  const isWaiting = unfinished.some((payload) => ['Uploaded', 'Scanning'].includes(payload.payload_state))
  const kept = new Set(unfinished.map(({ payload_reference }) => payload_reference))
  const done = references.filter((reference) => !kept.has(reference))
  if (done.length > 0) {
    await tx.db
      .deleteFrom('legacy_transfers')
      .where('client', '=', tx.client)
      .where('payload_reference', 'in', done)
      .execute()
  }
  return { isWaiting, after: references.length < pageRows ? null : (references.at(-1) ?? null) }
}
