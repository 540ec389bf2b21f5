import { type Static, Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import { accountDefaults, bumpAccessVersion, type DefaultsRow, hasLapsed } from '../../core/authorization/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition, TenantTransaction } from '../../platform/database/index.ts'
import { notifyOpenScreens } from './defaults-row.ts'

const Lapsing = Type.Object({ client: Type.String(), lapses_at: Type.String() })
type Lapsing = Static<typeof Lapsing>

const lapseAccountLimitJob: JobDefinition<Lapsing> = {
  name: 'lapse_account_limit',
  payload: Lapsing,
  maxAttempts: 25,
  key: ({ client, lapses_at }) => `${client}/${lapses_at}`,
}

/** Schedules the job that stores the lapse of a limit. The limit ends at `lapses_at` even if the job runs later. */
export const scheduleLapse = async (tx: TenantTransaction, lapses_at: string): Promise<void> =>
  tx.enqueue(lapseAccountLimitJob, { client: tx.client, lapses_at }, { runAt: new Date(lapses_at) })

/** Stores the lapse of a limit and records it on the trail. Does nothing if the limit was confirmed or changed meanwhile. */
export const lapseAccountLimit: Job<Lapsing> = {
  definition: lapseAccountLimitJob,
  async handle({ platform }, { client }) {
    await platform.database.transaction(client, async (tx) => {
      const stored = await accountDefaults.lock(tx, tx.client)
      if (stored && hasLapsed(stored, tx.now)) await writeLapse(tx, stored)
    })
  },
}

/**
 * Restores the ranges that were confirmed last.
 * @param stored a locked row whose limit has lapsed
 */
export const writeLapse = async (tx: TenantTransaction, stored: DefaultsRow): Promise<DefaultsRow> => {
  const { cidr_ranges, confirmed_cidr_ranges } = stored
  const limit = { cidr_ranges: confirmed_cidr_ranges, confirmed_cidr_ranges: null, limit_lapses_at: null }
  const settled = await accountDefaults.replace(tx, tx.client, limit, 'system')
  await bumpAccessVersion(tx)
  await recordProductActivity(tx, {
    call: `JOB ${lapseAccountLimitJob.name}`,
    event: 'account_limit.lapsed',
    details: { before: { cidr_ranges }, after: { cidr_ranges: confirmed_cidr_ranges } },
  })
  await notifyOpenScreens(tx)
  return settled
}
