import { accessFor, actionsAlike, compileRolesInSteps, type Group } from '@holdfast/access'
import { type Action, type ActionReach, concernsNoGroup, isPayloadAction, type RoleRules } from '@holdfast/contract'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

const maxNamed = 100
const anywhere = '0.0.0.0'

/**
 * What a role allows on its own, from addresses within its ranges: for each action, the groups in which it is
 * allowed. An action that concerns no group has no groups. The role's payload types limit all its permissions
 * equally, so one of them is checked for all.
 */
export const reachOfRole = async (
  role: RoleRules,
  { client, groups }: { client: string; groups: readonly Group[] },
): Promise<ActionReach[]> => {
  const compiled = await runSteps(compileRolesInSteps([{ ...role, cidr_ranges: null }], { client }))
  const access = accessFor(compiled, { address: anywhere })
  const reach = new Map<Action, ActionReach>()
  for (const actions of actionsAlike(access.actions(), [access.roles])) {
    const [example] = actions
    if (example === undefined) continue
    const payload_types = isPayloadAction(example) ? access.payloadTypes(example) : null
    const payload_type = payload_types?.[0]
    const allowed = concernsNoGroup(example)
      ? []
      : await runSteps(access.groupsForInSteps(example, groups, payload_type))
    const shared = {
      payload_types,
      group_count: allowed.length,
      groups: allowed.slice(0, maxNamed),
      without_group: access.can(example, payload_type ? { payload_type } : {}),
    }
    for (const action of actions) reach.set(action, { action, ...shared })
  }
  return access.actions().flatMap((action) => reach.get(action) ?? [])
}
