import type { ChangedGroup } from '@holdfast/contract'
import type { ApiError } from '../../shared/api/api-error.ts'
import { changeInWords } from './change-in-words.ts'

/** What a change would do to each group in a `tag.breaks_groups` refusal, which names the first of them. */
export const brokenGroups = (refusal: ApiError | null): string[] => {
  if (refusal?.code !== 'tag.breaks_groups' || !Array.isArray(refusal.details.groups)) return []
  return (refusal.details.groups as ChangedGroup[]).map(changeInWords)
}
