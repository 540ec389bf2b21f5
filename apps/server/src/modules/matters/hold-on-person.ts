import {
  type CallInput,
  type calls,
  generalMatter,
  type LegalHoldReleases,
  type PlacedLegalHold,
  ProductError,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { findDeviceUser } from '../device-users/index.ts'
import { holdsOnTargets, lockHolds, lockMatterForHolds, placeHolds, toHold } from '../legal-holds/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { coverageOfPerson } from './coverage.ts'
import { releaseByRule } from './release-rule.ts'

type Input = CallInput<typeof calls.placeLegalHold>

/**
 * `PUT /account/legal_holds/{target_type}/{target}`: on people who were ever in the account, also after they have left.
 * @throws ProductError `request.invalid`, `request.not_found`, `matter.closed`
 */
export const placeLegalHold = (ctx: RequestContext, input: Input): Promise<PlacedLegalHold> => {
  assertSameTarget(input)
  const { target_type, target, matter_reference = generalMatter } = input.body
  return ctx.transaction(async (tx) => {
    await lockHolds(tx, 'update')
    await assertKnown(tx, input.body)
    const placed_by = ctx.actor.reference
    await lockMatterForHolds(tx, matter_reference, placed_by)
    const placed = await placeHolds(tx, { matter_reference, target_type, targets: [target], placed_by })
    if (placed.changed.size === 0) tx.audit('record.unchanged', { matter_reference, target_type, target })
    const hold = placed.holds.get(target)
    if (!hold) throw new Error('The hold was placed, but not found')
    return { ...toHold(hold), coverage: target_type === 'DeviceUser' ? await coverageOfPerson(tx, target) : null }
  })
}

/**
 * `DELETE /account/legal_holds/{target_type}/{target}`: the holds of all matters, unless it names one.
 * @throws ProductError `request.invalid`, `legal_hold.not_found`, `legal_hold.already_released`, `legal_hold.needs_second_person`
 */
export const releaseLegalHold = (
  ctx: RequestContext,
  input: CallInput<typeof calls.releaseLegalHold>,
): Promise<LegalHoldReleases> => {
  assertSameTarget(input)
  const { target_type, target, matter_reference, reason } = input.body
  return ctx.transaction(async (tx) => {
    await lockHolds(tx, 'update')
    const ofMatter = matter_reference === undefined ? {} : { matter_reference }
    const known = await holdsOnTargets(tx, { target_type, targets: [target], ...ofMatter })
    const active = known.filter(({ is_active }) => is_active)
    if (known.length === 0) throw new ProductError('legal_hold.not_found')
    if (active.length === 0) throw new ProductError('legal_hold.already_released')
    const { holds, steps, refusals } = await releaseByRule(ctx, tx, active, reason)
    const [refused] = refusals.values()
    if (refused && steps.size === 0) throw new ProductError(refused)
    if ([...steps.values()].every((step) => step === 'unchanged')) {
      tx.audit('record.unchanged', { target_type, target })
    }
    return { items: holds.map(toHold) }
  })
}

/** The body repeats the path. */
const assertSameTarget = ({ params, body }: Pick<Input, 'params' | 'body'>): void => {
  const problems = (['target_type', 'target'] as const)
    .filter((name) => params[name] !== body[name])
    .map((name) => ({ path: `/body/${name}`, keyword: 'const', params: {}, message: 'must be as in the path' }))
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}

const assertKnown = async (tx: TenantTransaction, { target_type, target }: Input['body']): Promise<void> => {
  const find = { DeviceUser: findDeviceUser, PortalUser: findPerson }[target_type]
  if (!(await find(tx, target))) throw new ProductError('request.not_found')
}
