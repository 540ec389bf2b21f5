import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueJobs, type JobDefinition, type TenantTransaction } from '../../platform/database/index.ts'
import { hasArrivals, maxNumbered, numberArrivals } from '../arrivals/index.ts'
import { type TransferConfigRow, transferConfigs } from './config-row.ts'
import { makeWindow, type NewWindow, rangeOf } from './make-window.ts'
import { type ParsedSchedule, parseSchedule, runAfter } from './schedule.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

const windowsJob: JobDefinition<{ client: string }> = {
  name: 'make_transfer_windows',
  payload: Type.Object({ client: Type.String() }),
  maxAttempts: 3,
  key: ({ client }) => client,
}

/** Every minute: looks for configurations that are due, with one statement for all accounts. */
export const findDueConfigs: Job<Record<string, unknown>> = {
  definition: { name: 'find_due_transfer_configs', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { clients, database }, signal }) {
    const due = await database.readAcrossClients((db) =>
      db
        .selectFrom('transfer_configs')
        .select('client')
        .distinct()
        .where('next_run_at', '<=', new Date().toISOString())
        .execute(),
    )
    for (const { client } of due) {
      signal.throwIfAborted()
      if (!(await clients.findActive(client))) continue
      await database.transaction(client, (tx) => enqueueJobs(tx.db, windowsJob, [{ client }], { unlessRunning: true }))
    }
  },
}

export const makeTransferWindows: Job<{ client: string }> = {
  definition: windowsJob,
  handle: ({ platform, signal }, { client }) => makeDueWindows(platform, client, signal),
}

/** Makes the windows of an account's configurations that are due. Several workers may do so at once: they make each window once. */
export const makeDueWindows = async (
  { database }: Pick<Platform, 'database'>,
  client: string,
  signal: AbortSignal,
): Promise<void> => {
  const due = await database.read(client, readDue)
  if (due.length === 0) return
  // The history of an account takes many transactions, so that none is long.
  while ((await database.transaction(client, numberArrivals)).count === maxNumbered) signal.throwIfAborted()
  for (const reference of due) {
    signal.throwIfAborted()
    await database.transaction(client, (tx) => makeIfDue(tx, reference))
  }
}

const readDue = async (tx: TenantTransaction): Promise<string[]> => {
  const rows = await transferConfigs.select(tx).where('next_run_at', '<=', tx.now).execute()
  return rows.map(({ transfer_config_reference }) => transfer_config_reference).sort()
}

/** Missed times are caught up by one window. @returns `null` if it was made meanwhile, or is not needed */
const makeIfDue = async (tx: TenantTransaction, reference: string): Promise<NewWindow | null> => {
  const config = await transferConfigs.lock(tx, reference)
  const due = config?.next_run_at ? new Date(config.next_run_at) : null
  if (!config || !due || due > tx.now) return null
  const schedule = parseSchedule(config.schedule, config.time_zone)
  const next_run_at = schedule && runAfter(schedule, due, tx.now)
  await tx.db
    .updateTable('transfer_configs')
    .set({ next_run_at })
    .where('client', '=', tx.client)
    .where('transfer_config_reference', '=', reference)
    .execute()
  if (!config.is_active || (schedule && (await mayWait(tx, config, schedule)))) return null
  return makeWindow(tx, config, { now: tx.now, by: 'system' })
}

/**
 * An archive has to know that nothing was missing: it gets a manifest of a window without recordings, too. With several windows an hour,
 * an empty one goes on until something arrives, for a day at most.
 */
const mayWait = async (
  tx: TenantTransaction,
  config: TransferConfigRow,
  schedule: ParsedSchedule,
): Promise<boolean> => {
  if (schedule.kind !== 'rate' || schedule.everyMs >= hourMs) return false
  if (tx.now.getTime() - Date.parse(config.covered_until) >= dayMs) return false
  const { last } = await numberArrivals(tx)
  return !(await hasArrivals(tx, rangeOf(config, { arrival_from: config.covered_arrival ?? 0, arrival_to: last })))
}
