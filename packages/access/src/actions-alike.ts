import { type Action, concernsNoGroup, isPayloadAction } from '@holdfast/contract'
import { type CompiledRoles, coversAction } from './compile.ts'

/**
 * Groups `actions` that the same permissions cover and that are alike in concerning groups and payloads: whatever the roles
 * allow for one action of such a list, they allow for all of it.
 */
export const actionsAlike = (actions: readonly Action[], roleSets: readonly CompiledRoles[]): Action[][] => {
  const alike = new Map<string, Action[]>()
  for (const action of actions) {
    const covering = roleSets.map(({ permissions, client }) =>
      permissions.flatMap((permission, index) => (coversAction(permission, action, client) ? index : [])),
    )
    const key = JSON.stringify([isPayloadAction(action), concernsNoGroup(action), covering])
    const known = alike.get(key)
    if (known) known.push(action)
    else alike.set(key, [action])
  }
  return [...alike.values()]
}
