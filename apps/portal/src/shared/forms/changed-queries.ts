import type { CallDeclaration } from '@holdfast/contract'
import type { QueryKey } from '@tanstack/react-query'

/**
 * Which queries are stale after a change: those of the named calls and of the paths below theirs (`/groups` includes
 * `/groups/{group_reference}`). A deleted item is not read again.
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
