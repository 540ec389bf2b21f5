import {
  type CallInput,
  type calls,
  type HoldOutcome,
  type HoldOutcomes,
  holdsOfRequest,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { readPosition, signPosition } from '../../platform/http/index.ts'
import { activeHoldsOfMatter, type HoldRow, holdsOnTargets, lockHolds, matters } from '../legal-holds/index.ts'
import { releaseByRule } from './release-rule.ts'

type Input = CallInput<typeof calls.releaseMatterHolds>

/**
 * `DELETE /matters/{matter_reference}/holds`: those on groups and recordings that it names, or everything of the matter.
 * @throws ProductError `request.not_found`, `list.bad_last_key`
 */
export const releaseMatterHolds = async (ctx: RequestContext, { params, body }: Input): Promise<HoldOutcomes> => {
  const { matter_reference } = params
  const { keys } = ctx.platform
  const identity = { list: 'holds to release', client: ctx.client, filter: params }
  const [after] = body.last_key === undefined ? [] : readPosition(keys, identity, body.last_key)
  return ctx.transaction(async (tx) => {
    await lockHolds(tx, 'update')
    if (!(await matters.find(tx, matter_reference))) throw new ProductError('request.not_found')
    const page = body.is_everything
      ? await activeHoldsOfMatter(tx, { matter_reference, after: String(after ?? ''), limit: holdsOfRequest + 1 })
      : []
    const all = page.slice(0, holdsOfRequest)
    const { named, missing } = await namedHolds(tx, matter_reference, body)
    const chosen = new Map([...all, ...named].map((hold) => [hold.hold_id, hold]))
    const { steps, refusals } = await releaseByRule(ctx, tx, [...chosen.values()], body.reason)
    const items: HoldOutcome[] = [...chosen.values()].map(({ hold_id, target_type, target }) => {
      const code = refusals.get(hold_id)
      return {
        target_type,
        target,
        ...(code ? { result: 'refused', code } : { result: steps.get(hold_id) ?? 'unchanged' }),
      }
    })
    const outcomes = [...items, ...missing]
    const code = outcomes.find((outcome) => outcome.code !== undefined)?.code
    if (code) ctx.recordRefusal({ reason: code, isDenial: false })
    if ([...steps.values()].every((step) => step === 'unchanged')) tx.audit('record.unchanged', params)
    const last = page.length > holdsOfRequest ? all.at(-1) : undefined
    return { items: outcomes, last_key: last ? signPosition(keys, identity, [last.hold_id]) : null }
  })
}

/** The active holds on what the request names, and an answer for each of the others. */
const namedHolds = async (
  tx: TenantTransaction,
  matter_reference: string,
  { groups = [], payload_references = [] }: Input['body'],
): Promise<{ named: HoldRow[]; missing: HoldOutcome[] }> => {
  const wanted = [
    ['Group', groups],
    ['Payload', payload_references],
  ] as const
  const named: HoldRow[] = []
  const missing: HoldOutcome[] = []
  for (const [target_type, targets] of wanted) {
    const known = await holdsOnTargets(tx, { target_type, targets, matter_reference })
    named.push(...known.filter(({ is_active }) => is_active))
    for (const target of targets) {
      const own = known.filter((hold) => hold.target === target)
      if (own.some(({ is_active }) => is_active)) continue
      const code = own.length > 0 ? 'legal_hold.already_released' : 'legal_hold.not_found'
      missing.push({ target_type, target, result: 'refused', code })
    }
  }
  return { named, missing }
}
