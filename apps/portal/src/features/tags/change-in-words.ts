import type { ChangedGroup } from '@holdfast/contract'
import { text } from '../../shared/i18n/text.ts'

/** A group's values of the tag before and after a change. */
export const changeInWords = ({ group_reference: group, before, after }: ChangedGroup): string =>
  text('tags.changed_group', {
    group,
    before: before.join(', ') || text('form.none'),
    after: after.join(', ') || text('form.none'),
  })
