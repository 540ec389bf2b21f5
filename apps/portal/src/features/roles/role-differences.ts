import type { RoleFields } from '@holdfast/contract'
import type { Difference } from '../../shared/forms/edit-conflict.tsx'
import { text } from '../../shared/i18n/text.ts'
import { fieldsOfRole, type RoleValues } from './role-values.ts'
import { roleTitles, roleWords } from './role-words.ts'

/** The differences between two versions of a role. */
export const differencesOfRoles = (theirs: RoleValues, mine: RoleValues): Difference[] => {
  const [now, own] = [fieldsOfRole(theirs), fieldsOfRole(mine)]
  return (Object.keys(roleTitles) as (keyof RoleFields)[])
    .filter((field) => JSON.stringify(now[field]) !== JSON.stringify(own[field]))
    .map((field) => ({
      field: text(roleTitles[field]),
      theirs: roleWords[field](theirs) || text('form.none'),
      mine: roleWords[field](mine) || text('form.none'),
    }))
}
