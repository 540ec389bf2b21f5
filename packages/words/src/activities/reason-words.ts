import { type ErrorCode, errors } from '@holdfast/contract'
import type { FindText } from '../message.ts'

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** Why something was refused, in words. `refusal` texts are translations of the contract's, which are English. */
export const reasonInWords = (code: string, findText: FindText): string =>
  findText(`reason.${code}`) ?? findText(`refusal.${code}`) ?? (isErrorCode(code) ? errors[code][1] : code)
