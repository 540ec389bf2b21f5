import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { enqueueJobs, type TenantTransaction } from '../../platform/database/index.ts'
import { type SweepScope, sweepIntervals, sweepPageJob, sweepScopes } from './sweep-job.ts'

/** Begins the sweeps that are due, and resumes unfinished ones whose job gave up. */
export const beginStoreSweeps: Job<Record<string, unknown>> = {
  definition: { name: 'begin_store_sweeps', payload: Type.Object({}), maxAttempts: 3 },
  schedule: '17 * * * *',
  async handle({ platform: { clients, database, locks }, signal }) {
    for (const client of await clients.names()) {
      signal.throwIfAborted()
      await database.transaction(client, async (tx) => {
        for (const scope of sweepScopes) {
          if (scope !== 'locks' || locks) await beginIfDue(tx, scope)
          else await forget(tx, scope)
        }
        const scopes = await unfinished(tx)
        await enqueueJobs(
          tx.db,
          sweepPageJob,
          scopes.map((scope) => ({ client, scope })),
          { unlessRunning: true },
        )
      })
    }
  },
}

/** The hourly job runs a little earlier or later each time, so a sweep may begin this much before it is due. */
const toleranceMs = 5 * 60_000

const beginIfDue = async (tx: TenantTransaction, scope: (typeof sweepScopes)[number]): Promise<void> => {
  const dueIfBegunBy = new Date(tx.now.getTime() - sweepIntervals[scope] + toleranceMs).toISOString()
  await tx.db
    .insertInto('store_sweeps')
    .values({ client: tx.client, scope, place: '', begun_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['client', 'scope'])
        .doUpdateSet((eb) => ({ place: '', begun_at: eb.ref('excluded.begun_at'), completed_at: null }))
        .where('store_sweeps.completed_at', 'is not', null)
        .where('store_sweeps.begun_at', '<=', dueIfBegunBy),
    )
    .execute()
}

/** Nothing is swept any more, so that nothing is late. */
const forget = async ({ db, client }: TenantTransaction, scope: SweepScope): Promise<void> => {
  await db.deleteFrom('store_sweeps').where('client', '=', client).where('scope', '=', scope).execute()
}

const unfinished = async (tx: TenantTransaction) => {
  const rows = await tx.db
    .selectFrom('store_sweeps')
    .select('scope')
    .where('client', '=', tx.client)
    .where('completed_at', 'is', null)
    .execute()
  return sweepScopes.filter((scope) => rows.some((row) => row.scope === scope))
}
