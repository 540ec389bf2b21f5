import type { TagRules } from '@holdfast/contract'
import type { Difference } from '../../shared/forms/edit-conflict.tsx'
import { text } from '../../shared/i18n/text.ts'

const valuesText = ({ tag_values }: TagRules): string =>
  tag_values === null ? text('tags.any_value') : tag_values.join(', ') || text('tags.no_value')

/** The differences between two versions of a tag definition. */
export const differencesOfTags = (theirs: TagRules, mine: TagRules): Difference[] => {
  const yesNo = (value: boolean) => text(value ? 'list.yes' : 'list.no')
  return [
    { field: text('tags.values'), theirs: valuesText(theirs), mine: valuesText(mine) },
    { field: text('tags.required'), theirs: yesNo(theirs.is_required), mine: yesNo(mine.is_required) },
    {
      field: text('tags.default'),
      theirs: theirs.default_value ?? text('form.none'),
      mine: mine.default_value ?? text('form.none'),
    },
  ].filter(({ theirs: now, mine: own }) => now !== own)
}
