import type { Access, Group } from '@holdfast/access'
import { contentActions, type MoveDifference, type MoveImpact, ProductError } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import type { AuditedTransaction, RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assigneesOfMove, gainsOnTrail, type MoveAssignee, maxOnTrail } from '../access-gains/index.ts'
import { assertAcceptable, assertByTwo, grantingAccess, type MadeBy } from '../grants/index.ts'

const maxNamed = 100

/** How a move is made: what its author accepts, and by whom. */
export interface MoveGrant {
  readonly accept_gains: boolean
  readonly visits: readonly RunningVisit[]
  readonly madeBy: MadeBy
}

/** Whether somebody could not do something with what people in these groups record now, and so not grant it. */
export const isBeyondOwn =
  (access: Access, from: readonly Group[]) =>
  ({ action, payload_types }: Pick<MoveAssignee['gained'][number], 'action' | 'payload_types'>): boolean =>
    from.some((group) =>
      payload_types === null
        ? !access.can(action, { group })
        : payload_types.some((payload_type) => !access.can(action, { group, payload_type })),
    )

const named = ({ action, payload_types }: MoveAssignee['gained'][number]): MoveDifference => ({
  action,
  payload_types: payload_types && [...payload_types],
})

/** Who gains and loses what, as the author may know it. What they would have to accept comes first. */
export const visibleImpact = (
  ctx: RequestContext,
  concerned: readonly MoveAssignee[],
  isBeyond: ReturnType<typeof isBeyondOwn>,
): Omit<MoveImpact, 'moving' | 'exceeds_own' | 'has_approver'> => {
  const mayName = ctx.access.can('roles:read')
  const assignees = concerned
    .map(({ kind, reference, gained, lost }) => ({
      kind,
      reference: mayName ? reference : null,
      is_beyond_own: gained.some(isBeyond),
      gained: gained.map(named),
      lost: lost.map(named),
    }))
    .toSorted((one, other) => Number(other.is_beyond_own) - Number(one.is_beyond_own))
  return {
    gaining: assignees.filter(({ gained }) => gained.length > 0).length,
    losing: assignees.filter(({ lost }) => lost.length > 0).length,
    beyond_own_total: assignees.filter(({ is_beyond_own }) => is_beyond_own).length,
    assignees: assignees.slice(0, maxNamed),
  }
}

/** Who gains what by a move, and what of it its author could not grant. */
export interface JudgedMove {
  to: Group
  gaining: readonly MoveAssignee[]
  isBeyond: ReturnType<typeof isBeyondOwn>
  visible: ReturnType<typeof visibleImpact>
}

/** @throws ProductError `access.needs_second_person`; `access.ends_sooner` if the author can't accept what others gain */
export const judgeMove = async (
  ctx: RequestContext,
  tx: TenantTransaction,
  { from, to }: { from: Group; to: Group },
  { visits, madeBy }: Pick<MoveGrant, 'visits' | 'madeBy'>,
): Promise<JudgedMove> => {
  const move = { from: [from], to }
  const concerned = await assigneesOfMove(tx, move, visits)
  const gaining = concerned.filter(({ gained }) => gained.length > 0)
  if (gaining.length > 0) await assertByTwo(tx, madeBy, () => contentOf(gaining))
  // A move has no end, so its author can grant only what they can do for good.
  const lasting = await grantingAccess(ctx, tx, null)
  const [isBeyond, isBeyondNow] = [isBeyondOwn(lasting, move.from), isBeyondOwn(ctx.access, move.from)]
  const visible = visibleImpact(ctx, concerned, isBeyond)
  if (madeBy === 'author' && visible.beyond_own_total > 0) {
    assertAcceptable(
      ctx,
      lasting,
      gaining.some(({ gained }) => gained.some((gain) => isBeyond(gain) && !isBeyondNow(gain))),
    )
  }
  return { to, gaining, isBeyond, visible }
}

/**
 * A move gives others access to what the person records from then on, so it is a grant (docs/decisions/0056), and recorded as one.
 * @throws ProductError `access.opens_to_others` with who gains, if the author could not grant it and has not accepted it;
 *   `access.needs_second_person`
 */
export const grantByMove = async (
  ctx: RequestContext,
  tx: AuditedTransaction,
  { device_user_reference, ...move }: { device_user_reference: string; from: Group; to: Group },
  grant: MoveGrant,
): Promise<void> => {
  const judged = await judgeMove(ctx, tx, move, grant)
  assertAccepted(judged, grant)
  recordGrant(tx, device_user_reference, judged)
}

/** @throws ProductError `access.opens_to_others` */
export const assertAccepted = ({ visible }: JudgedMove, { accept_gains }: Pick<MoveGrant, 'accept_gains'>): void => {
  if (visible.beyond_own_total > 0 && !accept_gains) throw new ProductError('access.opens_to_others', visible)
}

export const recordGrant = (
  tx: AuditedTransaction,
  device_user_reference: string,
  { to, gaining, isBeyond, visible }: JudgedMove,
): void => {
  if (gaining.length === 0) return
  tx.audit('access.granted', {
    device_user_reference,
    ...gainsOnTrail(gaining),
    beyond_own_total: visible.beyond_own_total,
    assignees: gaining.slice(0, maxOnTrail).map(({ kind, reference, gained }) => ({
      kind,
      reference,
      gains: gained.map((gain) => ({
        ...gain,
        group_reference: to.group_reference,
        is_beyond_own: isBeyond(gain),
      })),
    })),
  })
}

/** The first action on content that somebody gains. */
const contentOf = (gaining: readonly MoveAssignee[]) => {
  const gained = new Set(gaining.flatMap((assignee) => assignee.gained.map(({ action }) => action)))
  const action = contentActions.find((one) => gained.has(one))
  return action ? { action } : null
}
