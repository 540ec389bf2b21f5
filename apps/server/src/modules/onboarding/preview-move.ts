import { type Group, moveProblem } from '@holdfast/access'
import { type CallInput, type calls, type MoveImpact, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { assigneesOfMove, visitsOf } from '../access-gains/index.ts'
import { selectDeviceUsers } from '../device-users/index.ts'
import { accessesInTime, grantingAccess } from '../grants/index.ts'
import { peopleWith } from '../portal-users/index.ts'
import { isBeyondOwn, visibleImpact } from './grant-by-move.ts'
import { type ComparedMove, mayApproveMove } from './move-approval.ts'
import { mayJoin } from './rights-to-people.ts'

type Input = CallInput<typeof calls.previewDeviceUserMove>

/** `POST /device_user_moves/preview`: refused where the move itself would be, but for what its author would gain. */
export const previewDeviceUserMove = async (
  ctx: RequestContext,
  { body: { device_user_references, group } }: Input,
): Promise<MoveImpact> => {
  const groups = await ctx.groups()
  const visits = await visitsOf(ctx)
  const to = mayJoin(ctx, groups.get(group), group)
  return ctx.read(async (tx) => {
    const people = await selectDeviceUsers(tx, device_user_references).execute()
    const present = people.map((person) => groups.get(person.group))
    const isEverybodySeen =
      people.length === device_user_references.length &&
      present.every((one) => one !== undefined && ctx.access.can('device_users:read', { group: one }))
    if (!isEverybodySeen) throw new ProductError('request.not_found')
    const known = present.filter((one): one is Group => one !== undefined)
    if (!known.every((one) => ctx.access.can('device_users:write', { group: one }))) {
      throw new ProductError('auth.forbidden')
    }
    const moving = known.filter(({ group_reference }) => group_reference !== group)
    const from = [...new Set(moving)]
    const accesses = await accessesInTime(ctx, tx)
    const problems = from.flatMap((one) => accesses.map((access) => moveProblem(access, { from: one, to })))
    const isBeyond = isBeyondOwn(await grantingAccess(ctx, tx, null), from)
    const concerned = from.length === 0 ? [] : await assigneesOfMove(tx, { from, to }, visits)
    return {
      moving: moving.length,
      exceeds_own: problems.find((problem) => problem !== null) ?? null,
      has_approver: await hasApprover(ctx, tx, { from, to, gained: concerned.flatMap(({ gained }) => gained) }),
      ...visibleImpact(ctx, concerned, isBeyond),
    }
  })
}

/** Whether somebody else could approve a move that gives something; `null` for others, which need no approval. */
const hasApprover = async (ctx: RequestContext, tx: TenantTransaction, move: ComparedMove): Promise<boolean | null> => {
  if (move.gained.length === 0) return null
  const people = await peopleWith(tx, (access) => mayApproveMove(access, move))
  return people.some(({ user_reference }) => user_reference !== ctx.actor.reference)
}
