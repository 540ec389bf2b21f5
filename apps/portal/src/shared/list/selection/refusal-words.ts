import { type ErrorCode, errors } from '@holdfast/contract'
import { refusalText } from '../../i18n/text.ts'

/** Why rows are refused with this code, in the reader's language, or in English if that is all there is. */
export const refusalWords = (code: ErrorCode): string => refusalText(code, {}) ?? errors[code][1]

export const isErrorCode = (code: string | undefined): code is ErrorCode => code !== undefined && code in errors
