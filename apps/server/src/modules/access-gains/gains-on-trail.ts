import type { AssigneeKind } from '../explanations/index.ts'

/** Maximum number of gaining assignees that the trail names. It always has their total. */
export const maxOnTrail = 1_000

interface Gaining {
  readonly kind: AssigneeKind
  readonly reference: string
  readonly gained: readonly { readonly action: string }[]
}

/** Who gains access, and what they can do with it, under the names that the trail shows and finds. */
export const gainsOnTrail = (gaining: readonly Gaining[]) => {
  const named = gaining.slice(0, maxOnTrail)
  return {
    total: gaining.length,
    actions: [...new Set(gaining.flatMap(({ gained }) => gained.map(({ action }) => action)))],
    people: named.flatMap(({ kind, reference }) => (kind === 'app' ? [] : reference)),
    apps: named.flatMap(({ kind, reference }) => (kind === 'app' ? reference : [])),
  }
}
