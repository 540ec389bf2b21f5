import { permissionSentence } from '@holdfast/words'
import { text } from '../i18n/text.ts'
import type { PermissionValues } from './permission-values.ts'

/** A permission as a sentence, in the language of the page. */
export const permissionInWords = (permission: PermissionValues): string => permissionSentence(permission, text)
