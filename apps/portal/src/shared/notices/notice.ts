import type { ApiError } from '../api/api-error.ts'
import { refusalText, type TextValues, text } from '../i18n/text.ts'
import { noticeStack } from './notice-stack.ts'
import { validationText } from './validation-text.ts'

const passingMs = 4000
const failureMs = 8000

const say = (title: string, message: string, autoCloseMs: number | null): void =>
  noticeStack.show({ id: `${title}|${message}`, title, message, isFailure: false, autoCloseMs })

/** Says something in passing at the bottom of the page. The same words are shown once at a time. */
export const notice = (title: string, message?: string): void => say(title, message ?? '', passingMs)

/** Says something that waits until the person has read and closed it, as in a tab that nobody looks at. */
export const lastingNotice = (title: string, message: string): void => say(title, message, null)

/** What a failed response says to the person (rules-and-calls section 8). */
export const failureMessage = (error: ApiError): string => {
  if (error.status === 0) return text('notice.offline')
  if (error.status === 404) return text('notice.not_found')
  if (error.problems.length > 0) return validationText(error.problems, text)
  return refusalText(error.code ?? '', valuesOf(error)) ?? error.message
}

/** The details of a refusal, counts of what stands in the way among them. */
const valuesOf = ({ details }: ApiError): TextValues => {
  const values = Object.entries({ ...details, ...(details.counts as object | undefined) })
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]))
}

export const failureNotice = (error: ApiError): void => {
  noticeStack.show({
    id: `failure|${error.status}|${error.message}`,
    title: text('notice.error'),
    message: failureMessage(error),
    isFailure: true,
    autoCloseMs: failureMs,
  })
}
