import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { matterColumns, toMatters } from './matter-record.ts'

/** `GET /matters`. */
export const listMatters = (ctx: RequestContext, { query }: CallInput<typeof calls.listMatters>) =>
  answerTableList(ctx, query, {
    table: 'matters',
    columns: matterColumns,
    key: ['matter_reference'],
    conditions: (filter) => [
      isAnyOf('matter_reference', filter.matter_references),
      isEqual('is_closed', filter.is_open === undefined ? undefined : !filter.is_open),
      containsText(['matter_reference', 'title'], filter.text),
    ],
    toItems: (rows) => (rows.length === 0 ? [] : ctx.read((tx) => toMatters(tx, rows))),
  })
