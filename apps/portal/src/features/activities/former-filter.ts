import { valuesOf } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'

/** Saved views and addresses of earlier versions name a person as `user_id`. `null` if this one does not. */
export const withPerson = ({ user_id, ...others }: FilterValues): FilterValues | null => {
  const [person] = valuesOf({ user_id }, 'user_id')
  if (person === undefined) return null
  return { person, ...others }
}
