import type { CallInput, calls, Role } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { saveRole } from './save-role.ts'
import { visibleGroups } from './visible-groups.ts'

/** `PUT /roles/{role_reference}`: creates or replaces a role. */
export const putRole = async (
  ctx: RequestContext,
  { params: { role_reference }, body: { version, ...given } }: CallInput<typeof calls.putRole>,
): Promise<Role> => {
  const groups = await visibleGroups(ctx)
  return ctx.transaction((tx) => saveRole(ctx, tx, { role_reference, version, given, groups, madeBy: 'author' }))
}
