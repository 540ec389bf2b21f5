import { type Action, concernsNoGroup } from '@holdfast/contract'
import { type CompiledRoles, speaksOf } from './compile.ts'
import { isPayloadAction } from './payload-actions.ts'

/**
 * Parts `actions` so that of those in one part the same permissions speak, of groups or of none: what some roles allow of one,
 * they allow of all.
 */
export const actionsAlike = (actions: readonly Action[], roleSets: readonly CompiledRoles[]): Action[][] => {
  const alike = new Map<string, Action[]>()
  for (const action of actions) {
    const speaking = roleSets.map(({ permissions, client }) =>
      permissions.flatMap((permission, index) => (speaksOf(permission, action, client) ? index : [])),
    )
    const key = JSON.stringify([isPayloadAction(action), concernsNoGroup(action), speaking])
    const known = alike.get(key)
    if (known) known.push(action)
    else alike.set(key, [action])
  }
  return [...alike.values()]
}
