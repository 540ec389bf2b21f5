import { type CallInput, type calls, ProductError, type TransferConfig } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { scheduleProblems } from './assert-config-valid.ts'
import { type TransferConfigRow, transferConfigs } from './config-row.ts'
import { describeConfigs } from './describe-configs.ts'
import { nextRuns, parseSchedule } from './schedule.ts'

/** `GET /transfer_configs`. */
export const listTransferConfigs = (ctx: RequestContext, { query }: CallInput<typeof calls.listTransferConfigs>) =>
  answerTableList(ctx, query, {
    table: 'transfer_configs',
    key: ['transfer_config_reference'],
    conditions: ({ text, transfer_types, is_active }) => [
      containsText(['transfer_config_reference'], text),
      isAnyOf('transfer_type', transfer_types),
      isEqual('is_active', is_active),
    ],
    toItems: (rows: TransferConfigRow[]) => ctx.read((tx) => describeConfigs(ctx, tx, rows)),
  })

/** `GET /transfer_configs/{transfer_config_reference}`. */
export const getTransferConfig = (
  ctx: RequestContext,
  { params }: CallInput<typeof calls.getTransferConfig>,
): Promise<TransferConfig> =>
  ctx.read(async (tx) => {
    const row = await transferConfigs.find(tx, params.transfer_config_reference)
    const [config] = row ? await describeConfigs(ctx, tx, [row]) : []
    if (!config) throw new ProductError('request.not_found')
    return config
  })

const shownRuns = 5

/** `GET /transfer_schedule`. */
export const getTransferSchedule = async (
  _: RequestContext,
  { query: { schedule, time_zone = 'UTC' } }: CallInput<typeof calls.getTransferSchedule>,
) => {
  const now = new Date()
  const problems = scheduleProblems('/query', { schedule, time_zone }, now)
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
  const parsed = parseSchedule(schedule, time_zone)
  return { next_runs: parsed ? nextRuns(parsed, now, shownRuns).map((run) => run.toISOString()) : [] }
}
