import { type CallInput, type calls, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf } from '../../platform/database/index.ts'
import { activeTransferConfigs } from '../transfer-configs/index.ts'
import { toTransfer, transferColumns } from './transfer-row.ts'

/** `GET /transfers`. */
export const listTransfers = (ctx: RequestContext, { query }: CallInput<typeof calls.listTransfers>) =>
  answerTableList(ctx, query, {
    table: 'transfers',
    columns: transferColumns,
    key: ['report_to', 'transfer_id'],
    direction: 'desc',
    conditions: ({ transfer_config_references, states, date_from, date_to }) => [
      isAnyOf('transfer_config_reference', transfer_config_references),
      isAnyOf('state', states),
      endedFrom(date_from),
      endedUntil(date_to),
    ],
    toItems: async (rows) => {
      const active = await ctx.read(activeTransferConfigs)
      return rows.map((row) => toTransfer(row, { access: ctx.access, active }))
    },
  })

export const endedFrom = (date: string | undefined) =>
  date === undefined ? undefined : sql<boolean>`report_to >= ${spanOfDateParameter(date).from}::timestamptz`

export const endedUntil = (date: string | undefined) =>
  date === undefined ? undefined : sql<boolean>`report_to < ${spanOfDateParameter(date).until}::timestamptz`
