import type { Action, AlertPermission } from '@holdfast/contract'

/** To handle alerts of a scope, people have to see them: the permission to read comes and goes with the one to write. */
export const withReading = (
  before: readonly AlertPermission[],
  chosen: readonly AlertPermission[],
): AlertPermission[] => {
  const next = new Set(chosen)
  for (const scope of ['ops', 'sec'] as const) {
    if (!next.has(`${scope}_write`) || next.has(`${scope}_read`)) continue
    if (before.includes(`${scope}_write`)) next.delete(`${scope}_write`)
    else next.add(`${scope}_read`)
  }
  return [...next]
}

/** Whether a role allows seeing alerts and shows none. Nothing is said before it is known what the role allows. */
export const showsNone = (permissions: readonly AlertPermission[], actions: readonly Action[] | undefined): boolean =>
  permissions.length === 0 &&
  (actions?.some((action) => action === 'alerts:read' || action === 'alerts:write') ?? false)

/** Whether a role has alert permissions and does not allow seeing alerts, so that they have no effect. */
export const lacksAction = (permissions: readonly AlertPermission[], actions: readonly Action[] | undefined): boolean =>
  permissions.length > 0 && actions !== undefined && !actions.includes('alerts:read')
