import { type ErrorCode, errors } from '@holdfast/contract'
import { refusalText } from '../../i18n/text.ts'

/** Why a row is refused: in the reader's language if it is translated, otherwise as the server said it or would say it. */
export const refusalWords = (code: ErrorCode, message?: string): string =>
  refusalText(code, {}) ?? message ?? errors[code][1]

export const isErrorCode = (code: string | undefined): code is ErrorCode => code !== undefined && code in errors
