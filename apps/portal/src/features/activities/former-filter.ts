import { valuesOf } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'

const outcomesOf = { true: ['done', 'not_done'], false: ['refused', 'not_found'] } as const

/**
 * Saved views and addresses of earlier versions name a person as `user_id`, a call as `action` and an outcome as `is_allowed`. `null`
 * if this one does not.
 */
export const presentFilter = ({ user_id, action, is_allowed, ...others }: FilterValues): FilterValues | null => {
  const [person] = valuesOf({ user_id }, 'user_id')
  const [call] = valuesOf({ action }, 'action')
  const [allowed] = valuesOf({ is_allowed }, 'is_allowed')
  if (person === undefined && call === undefined && allowed === undefined) return null
  return {
    ...(person !== undefined && { person }),
    ...(call !== undefined && { did: [call] }),
    ...(allowed !== undefined && { outcomes: outcomesOf[allowed === 'true' ? 'true' : 'false'] }),
    ...others,
  }
}
