import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { containsText, isAnyOf, isEqual } from '../../platform/database/index.ts'
import { hasPayload } from './matter-payloads.ts'
import { openableMatters, seenMatters } from './matter-policy.ts'
import { matterColumns } from './matter-record.ts'
import { toMatters } from './to-matters.ts'

/** The matters that the caller sees. Whether they may read the recording of the filter is for the caller of this function to check. */
export const listMattersWith = (ctx: RequestContext, query: CallInput<typeof calls.listMatters>['query']) =>
  answerTableList(ctx, query, {
    table: 'matters',
    columns: matterColumns,
    key: ['matter_reference'],
    conditions: (filter) => [
      ...seenMatters(ctx, filter.is_own),
      isAnyOf('matter_reference', filter.matter_references),
      isEqual('is_closed', filter.is_open === undefined ? undefined : !filter.is_open),
      filter.payload_reference === undefined ? undefined : hasPayload(ctx.client, filter.payload_reference),
      ...(filter.is_open === undefined && filter.payload_reference === undefined ? [] : openableMatters(ctx)),
      containsText(['matter_reference', 'title'], filter.text),
    ],
    toItems: (rows) => (rows.length === 0 ? [] : ctx.read((tx) => toMatters(ctx, tx, rows))),
  })
