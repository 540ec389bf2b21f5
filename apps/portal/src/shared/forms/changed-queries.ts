import type { CallDeclaration } from '@holdfast/contract'
import type { QueryKey } from '@tanstack/react-query'

/**
 * Which queries a change made untrue: those of the named calls and of what lies below their paths (`/groups` stands for
 * `/groups/{group_reference}` as well). What was deleted is not asked for again.
 */
export const isChangedBy =
  (save: CallDeclaration, changed: readonly CallDeclaration[]) =>
  ({ queryKey }: { queryKey: QueryKey }): boolean => {
    const [kind, catalogue, path] = queryKey
    if (kind !== 'one' && kind !== 'list' && kind !== 'total') return false
    if (save.method === 'DELETE' && path === save.path) return false
    return changed.some((call) => call.catalogue === catalogue && isBelow(String(path), call.path))
  }

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)
