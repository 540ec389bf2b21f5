import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import { enqueueStatement } from '../../platform/database/index.ts'
import { type RunOfConfig, readReceiptsJob, runTransferJob } from './run-job.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How often the receipts of a transfer are read. */
export const receiptsEveryMs = 15 * 60 * 1000
/** How long receipts are looked for after a transfer. */
export const receiptsForMs = 30 * dayMs
/** Transfers for which the archive can still confirm something, or correct what it confirmed. */
export const isUnconfirmed = sql<boolean>`(sent > confirmed or differs > 0)`

/** Each minute: has transfers go on that are due or whose worker died, and looks for receipts every quarter of an hour. */
export const sweepTransfers: Job<Record<string, unknown>> = {
  definition: { name: 'sweep_transfers', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '* * * * *',
  async handle({ platform: { database }, signal }) {
    const now = new Date()
    const due = await database.readAcrossClients(async (db) => {
      const { rows } = await sql<RunOfConfig>`select distinct client, transfer_config_reference from transfers
        where state <> 'Succeeded' and not is_paused and (leased_until is null or leased_until < ${now}::timestamptz)
          and (next_attempt_at <= ${now}::timestamptz or (state in ('Pending', 'InProgress') and next_attempt_at is null))`.execute(
        db,
      )
      return rows
    })
    const unread = await database.readAcrossClients(async (db) => {
      const { rows } = await sql<RunOfConfig>`select distinct client, transfer_config_reference from transfers
        where ${isUnconfirmed} and finished_at > ${new Date(now.getTime() - receiptsForMs)}::timestamptz
          and coalesce(receipts_read_at, finished_at) < ${new Date(now.getTime() - receiptsEveryMs)}::timestamptz`.execute(
        db,
      )
      return rows
    })
    for (const [client, configs] of Map.groupBy(due, (one) => one.client)) {
      signal.throwIfAborted()
      await database.transaction(client, (tx) =>
        tx.executeAll([enqueueStatement(runTransferJob, configs, { unlessRunning: true })]),
      )
    }
    for (const [client, configs] of Map.groupBy(unread, (one) => one.client)) {
      signal.throwIfAborted()
      await database.transaction(client, (tx) =>
        tx.executeAll([enqueueStatement(readReceiptsJob, configs, { unlessRunning: true })]),
      )
    }
  },
}
