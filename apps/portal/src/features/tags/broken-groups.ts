import type { ApiError } from '../../shared/api/api-error.ts'

/** The groups that stand in the way of a change, of `tag.breaks_groups`; the refusal names the first of them. */
export const brokenGroups = (refusal: ApiError | null): string[] => {
  if (refusal?.code !== 'tag.breaks_groups' || !Array.isArray(refusal.details.groups)) return []
  return refusal.details.groups.map(({ group_reference }) => String(group_reference))
}
