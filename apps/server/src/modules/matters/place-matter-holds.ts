import { type CallInput, type calls, type HoldOutcome, type HoldOutcomes, holdsOfRequest } from '@holdfast/contract'
import { findGroup } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import { lockHolds, lockMatterForHolds, placeHolds } from '../legal-holds/index.ts'
import { findPayloads } from '../payloads/index.ts'
import { coverageOfGroups } from './coverage.ts'
import { foundByFilter } from './found-by-filter.ts'

type Input = CallInput<typeof calls.placeMatterHolds>

/**
 * `POST /matters/{matter_reference}/holds`. Groups and chosen recordings are placed with the first request of a filter. Recordings that
 * the caller may not read are answered like unknown ones.
 * @throws ProductError `request.not_found`, `matter.closed`, `list.bad_last_key`
 */
export const placeMatterHolds = async (ctx: RequestContext, { params, body }: Input): Promise<HoldOutcomes> => {
  const { groups = [], payload_references = [], filter, last_key } = body
  const found = filter
    ? await foundByFilter(ctx, filter, { from: last_key, most: holdsOfRequest })
    : { references: [], last_key: null }
  const known = await ctx.groups()
  const items = await ctx.transaction(async (tx) => {
    await lockHolds(tx, 'update')
    await lockMatterForHolds(tx, params.matter_reference, ctx.actor.reference)
    const placement = { matter_reference: params.matter_reference, placed_by: ctx.actor.reference }
    const placed = [
      ...(await placeOnGroups(tx, placement, groups)),
      ...(await placeOnPayloads(
        ctx,
        tx,
        { ...placement, filter },
        [...payload_references, ...found.references],
        known,
      )),
    ]
    const code = placed.find((outcome) => outcome.code !== undefined)?.code
    if (code) ctx.recordRefusal({ reason: code, isDenial: false })
    if (placed.every(({ result }) => result !== 'placed')) tx.audit('record.unchanged', params)
    return placed
  })
  return { items, last_key: found.last_key }
}

interface Placement {
  matter_reference: string
  placed_by: string
  filter?: object | undefined
}

const placeOnGroups = async (
  tx: AuditedTransaction,
  placement: Placement,
  groups: readonly string[],
): Promise<HoldOutcome[]> => {
  const known: string[] = []
  for (const group of groups) if (await findGroup(tx, group)) known.push(group)
  const { changed } = await placeHolds(tx, { ...placement, target_type: 'Group', targets: known })
  const covered = await coverageOfGroups(tx, known)
  return groups.map((target) => {
    if (!known.includes(target)) return { target_type: 'Group', target, result: 'refused', code: 'group.unknown' }
    const coverage = covered.get(target)
    return {
      target_type: 'Group',
      target,
      result: changed.has(target) ? 'placed' : 'unchanged',
      ...(coverage && { coverage }),
    }
  })
}

const placeOnPayloads = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  placement: Placement,
  references: readonly string[],
  groups: Awaited<ReturnType<RequestContext['groups']>>,
): Promise<HoldOutcome[]> => {
  const wanted = [...new Set(references)]
  const rows = await findPayloads(tx, wanted)
  const visible = new Map(
    rows.flatMap((row) => {
      const group = groups.get(row.group)
      const may = group && ctx.access.can('payloads:read', { group, payload_type: row.payload_type })
      return may ? [[row.payload_reference, row.payload_state] as const] : []
    }),
  )
  const targets = wanted.filter((reference) => visible.has(reference) && visible.get(reference) !== 'Destroyed')
  const { changed } = await placeHolds(tx, { ...placement, target_type: 'Payload', targets })
  return wanted.map((target) => {
    const state = visible.get(target)
    if (!state) return { target_type: 'Payload', target, result: 'refused', code: 'payload.not_found' }
    if (state === 'Destroyed') return { target_type: 'Payload', target, result: 'gone' }
    return { target_type: 'Payload', target, result: changed.has(target) ? 'placed' : 'unchanged' }
  })
}
