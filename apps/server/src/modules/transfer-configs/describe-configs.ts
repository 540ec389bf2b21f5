import type { TransferConfig } from '@holdfast/contract'
import { sql } from 'kysely'
import { readTransferExternalId } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { inspectPgpKey, manifestKeys } from '../transfer-files/index.ts'
import { type TransferConfigRow, toTransferConfig } from './config-row.ts'
import { mayOf } from './policy.ts'
import { nextRuns, parseSchedule } from './schedule.ts'

const shownRuns = 5

/** The answers for these rows. */
export const describeConfigs = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  rows: readonly TransferConfigRow[],
): Promise<TransferConfig[]> => {
  const hasS3 = rows.some(({ params }) => params.target_type === 'S3')
  const external_id = hasS3 ? await readTransferExternalId(tx, ctx.platform.keys) : null
  const manifest_keys = manifestKeys(ctx.platform.keys, tx.client)
  const newest = await newestTransfers(tx, rows)
  return Promise.all(
    rows.map(async (row) =>
      toTransferConfig(row, {
        external_id: row.params.target_type === 'S3' ? external_id : null,
        pgp: row.pgp_key === null ? null : await inspectPgpKey(row.pgp_key),
        manifest_keys,
        next_runs: runsOf(row, tx.now),
        last_transfer: newest.get(row.transfer_config_reference) ?? null,
        may: mayOf(ctx, row),
      }),
    ),
  )
}

/** The first one is what the worker goes by, or now if it is late. */
const runsOf = ({ next_run_at, schedule, time_zone }: TransferConfigRow, now: Date): string[] => {
  const parsed = next_run_at === null ? null : parseSchedule(schedule, time_zone)
  if (!parsed || next_run_at === null) return []
  const first = new Date(Math.max(Date.parse(next_run_at), now.getTime()))
  return [first, ...nextRuns(parsed, first, shownRuns - 1)].map((run) => run.toISOString())
}

type Newest = NonNullable<TransferConfig['last_transfer']> & { transfer_config_reference: string }

const newestTransfers = async (tx: TenantTransaction, configs: readonly TransferConfigRow[]) => {
  const references = configs.map(({ transfer_config_reference }) => transfer_config_reference)
  const { rows } = await sql<Newest>`select newest.* from unnest(${references}::text[]) as config (reference),
    lateral (select transfer_config_reference, transfer_id, state, report_to from transfers
      where client = ${tx.client} and transfer_config_reference = config.reference
      order by report_to desc, transfer_id desc limit 1) newest`.execute(tx.db)
  return new Map(rows.map(({ transfer_config_reference, ...transfer }) => [transfer_config_reference, transfer]))
}
