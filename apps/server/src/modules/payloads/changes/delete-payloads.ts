import {
  type Action,
  type CallInput,
  type CallResponse,
  type calls,
  canTransition,
  type DeletionOutcome,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../../core/calls/index.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { isDenial } from '../../../platform/http/index.ts'
import { holdsOn, lockHolds } from '../../legal-holds/index.ts'
import { lockPayloads } from '../rows/get-payload.ts'
import { transition } from './transition.ts'

type Decision = 'deletable' | 'deleted_before' | ProductError

interface Decided {
  payload_reference: string
  payload: PayloadRow | undefined
  decision: Decision
  /** The holds on it, if the caller may see them. */
  matters: string[]
}

/**
 * `POST /payloads/delete`: each recording is decided on its own. Hidden and unknown recordings are answered alike. Deleting is logical:
 * everything is kept for a restore. One entry on the trail names all recordings.
 */
export const deletePayloads = async (
  ctx: RequestContext,
  { body: { payload_references, reason } }: CallInput<typeof calls.deletePayloads>,
): Promise<CallResponse<typeof calls.deletePayloads>> => {
  const groups = await ctx.groups()
  const may = (action: Action, { group, payload_type }: PayloadRow) => {
    const known = groups.get(group)
    return known !== undefined && ctx.access.can(action, { group: known, payload_type })
  }
  const mayReadHolds = ctx.access.can('legal_holds:read')
  return ctx.transaction(async (tx) => {
    await lockHolds(tx, 'share')
    const rows = await lockPayloads(tx, payload_references)
    const payloads = new Map(rows.map((row) => [row.payload_reference, row] as const))
    const held = await holdsOn(tx, rows)
    const decisions = payload_references.map((payload_reference): Decided => {
      const payload = payloads.get(payload_reference)
      const holds = held.get(payload_reference) ?? []
      const matters = mayReadHolds ? [...new Set(holds.map(({ matter_reference }) => matter_reference))] : []
      return { payload_reference, payload, decision: decide(payload, may, holds.length > 0), matters }
    })
    for (const { payload, decision } of decisions) {
      if (!payload || decision !== 'deletable') continue
      await transition(tx, ctx.actor, payload, {
        to: 'Deleted',
        event: 'payload.deleted',
        details: { reason },
        set: { state_before_deletion: payload.payload_state },
      })
    }
    const refused = decisions.flatMap(({ decision }) => (decision instanceof ProductError ? [decision] : []))
    const [first] = refused
    if (first) ctx.recordRefusal({ reason: first.code, isDenial: isDenial(first) })
    tx.audit('payload.deleted', {
      reason,
      payloads: decisions.map(({ payload_reference, decision }) => ({ payload_reference, status: statusOf(decision) })),
    })
    const accepted = decisions.filter(({ decision }) => !(decision instanceof ProductError))
    const [group, ...others] = new Set(accepted.map(({ payload }) => payload?.group))
    if (group !== undefined && others.length === 0) ctx.setAuditGroup(group)
    return { items: decisions.map(outcomeOf) }
  })
}

/** The one place that decides whether people can delete a recording. */
const decide = (
  payload: PayloadRow | undefined,
  may: (action: Action, payload: PayloadRow) => boolean,
  isHeld: boolean,
): Decision => {
  if (!payload || !may('payloads:read', payload)) return new ProductError('payload.not_found')
  if (!may('payloads:delete', payload)) return new ProductError('auth.forbidden')
  const { payload_state: from, is_legacy } = payload
  if (from === 'Deleted') return 'deleted_before'
  if (!canTransition(from, 'Deleted', { legacy: is_legacy })) return new ProductError('payload.not_deletable')
  return isHeld ? new ProductError('payload.on_hold') : 'deletable'
}

const statusOf = (decision: Decision): string => {
  if (decision instanceof ProductError) return decision.code
  return decision === 'deletable' ? 'deleted' : decision
}

const outcomeOf = ({ payload_reference, decision, matters }: Decided): DeletionOutcome => {
  if (!(decision instanceof ProductError)) return { payload_reference, result: 'deleted' }
  const { code, message } = decision
  const told = code === 'payload.on_hold' && matters.length > 0 ? { matter_references: matters } : {}
  return { payload_reference, result: 'refused', code, message, ...told }
}
