import type { ChangedGroup } from '@holdfast/contract'
import type { ApiError } from '../../shared/api/api-error.ts'
import { text } from '../../shared/i18n/text.ts'
import { changeInWords } from './change-in-words.ts'

/** What a change would do to each group in a `tag.breaks_groups` refusal, which names the first of them. */
export const brokenGroups = (refusal: ApiError | null): string[] => {
  if (refusal?.code !== 'tag.breaks_groups') return []
  const { groups, total, has_hidden } = refusal.details as {
    groups: ChangedGroup[]
    total: number
    has_hidden: boolean
  }
  return [
    ...groups.map(changeInWords),
    ...(total > groups.length ? [text('tags.and_more', { count: total - groups.length })] : []),
    ...(has_hidden ? [text('tags.and_hidden')] : []),
  ]
}
