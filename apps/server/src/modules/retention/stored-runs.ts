import {
  ClientIdentifier,
  type RetentionAhead,
  type RetentionReport,
  type RetentionRunKind,
  Ulid,
} from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { type Static, Type } from 'typebox'
import { type JobDefinition, storedJson, type Tables, type TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'

export type StoredRun = Selectable<Tables['retention_runs']>
export type RunPosition = StoredRun['position']

const RunJob = Type.Object({ client: ClientIdentifier, run_id: Ulid })
export type RunJob = Static<typeof RunJob>

/** Takes one step of a run. The next step is a job of its own, enqueued in the transaction that stores the position. */
export const runJob: JobDefinition<RunJob> = {
  name: 'retention_run',
  payload: RunJob,
  maxAttempts: 12,
  key: ({ client, run_id }) => `${client}/${run_id}`,
}

export const emptyReport: RetentionReport = {
  examined: 0,
  deleted: 0,
  destroyed: 0,
  destroyed_bytes: 0,
  lines: [],
  kept: [],
  without_time: [],
  other: [],
}

interface NewRun {
  kind: RetentionRunKind
  policy_version: number
  requested_by: string
  allowed: number
  position: RunPosition
}

/** Begins a run. @returns `undefined` if one is under way or waits */
export const insertRun = async (tx: TenantTransaction, run: NewRun): Promise<StoredRun | undefined> => {
  const { client, now } = tx
  const stored = await tx.db
    .insertInto('retention_runs')
    .values({
      ...run,
      client,
      run_id: newId(now),
      state: 'Running',
      position: storedJson(run.position),
      report: storedJson(emptyReport),
      started_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (stored) {
    await tx.enqueue(runJob, { client, run_id: stored.run_id })
    await tellScreens(tx, stored)
  }
  return stored
}

/** Open screens show the run as it is now. */
const tellScreens = (tx: TenantTransaction, { run_id, state }: Pick<StoredRun, 'run_id' | 'state'>): Promise<void> =>
  tx.notify({ kind: 'retention', reference: run_id, state, payload_type: null, group: null })

const openStates = ['Running', 'NeedsWord'] as const

/** The run that is under way or waits. */
export const openRun = ({ db, client }: TenantTransaction): Promise<StoredRun | undefined> =>
  db
    .selectFrom('retention_runs')
    .selectAll()
    .where('client', '=', client)
    .where('state', 'in', openStates)
    .executeTakeFirst()

export const readRun = ({ db, client }: TenantTransaction, run_id: string): Promise<StoredRun | undefined> =>
  db
    .selectFrom('retention_runs')
    .selectAll()
    .where('client', '=', client)
    .where('run_id', '=', run_id)
    .executeTakeFirst()

export const lockRun = ({ db, client }: TenantTransaction, run_id: string): Promise<StoredRun | undefined> =>
  db
    .selectFrom('retention_runs')
    .selectAll()
    .where('client', '=', client)
    .where('run_id', '=', run_id)
    .forUpdate()
    .executeTakeFirst()

/** Whether a run under this version of the policy has been completed: before that, its effect has only been estimated. */
export const hasCompletedRun = async ({ db, client }: TenantTransaction, policy_version: number): Promise<boolean> =>
  (await db
    .selectFrom('retention_runs')
    .select('run_id')
    .where('client', '=', client)
    .where('policy_version', '=', policy_version)
    .where('state', '=', 'Completed')
    .limit(1)
    .executeTakeFirst()) !== undefined

type Progress = Partial<Pick<StoredRun, 'state' | 'continued_by' | 'stopped_by' | 'position' | 'report'>>

/** Stores progress of a locked run; the end of a run with its time. What follows is known only while it waits. */
export const updateRun = async (
  tx: TenantTransaction,
  { run_id, state }: Pick<StoredRun, 'run_id' | 'state'>,
  { position, report, ahead = null, ...progress }: Progress & { ahead?: RetentionAhead | null },
): Promise<void> => {
  const isEnded = progress.state === 'Completed' || progress.state === 'Stopped'
  await tx.db
    .updateTable('retention_runs')
    .set({
      ...progress,
      ...(position && { position: storedJson(position) }),
      ...(report && { report: storedJson(report) }),
      ahead: ahead && storedJson(ahead),
      ...(isEnded && { ended_at: tx.now }),
      updated_at: tx.now,
    })
    .where('client', '=', tx.client)
    .where('run_id', '=', run_id)
    .execute()
  if (progress.state && progress.state !== state) await tellScreens(tx, { run_id, state: progress.state })
}
