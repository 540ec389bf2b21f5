import { text } from '../i18n/text.ts'
import type { PermissionValues } from './permission-values.ts'
import { actionsInWords, groupsInWords } from './permission-words.ts'

/** A permission as a sentence. */
export const permissionInWords = ({ is_denied, conditions, ...rest }: PermissionValues): string =>
  `${text(is_denied ? 'roles.deny' : 'roles.allow')}: ${actionsInWords(rest, text)} · ${groupsInWords(conditions, text)}`
