import { type CallInput, type calls, legalHoldTargetTypes, spanOfDateParameter } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf, isEqual } from '../../platform/database/index.ts'
import { toHold } from './hold-rows.ts'

/** `GET /account/legal_holds`: without filters those of the specification, which are active and on people. */
export const listLegalHolds = (ctx: RequestContext, { query }: CallInput<typeof calls.listLegalHolds>) =>
  answerTableList(ctx, query, {
    table: 'legal_holds',
    // An id begins with the time at which it was made.
    key: ['hold_id'],
    direction: 'desc',
    conditions: ({ with_released, is_active = with_released ? undefined : true, ...filter }) => [
      isAnyOf('target_type', filter.target_types ?? legalHoldTargetTypes),
      isAnyOf('target', filter.targets),
      isAnyOf('matter_reference', filter.matter_references),
      isEqual('is_active', is_active),
      filter.is_release_asked === undefined
        ? undefined
        : sql<boolean>`(is_active and release_asked_at is not null) = ${filter.is_release_asked}`,
      filter.date_from === undefined
        ? undefined
        : sql<boolean>`created_at >= ${spanOfDateParameter(filter.date_from).from}::timestamptz`,
      filter.date_to === undefined
        ? undefined
        : sql<boolean>`created_at < ${spanOfDateParameter(filter.date_to).until}::timestamptz`,
    ],
    toItems: (rows) => rows.map(toHold),
  })
