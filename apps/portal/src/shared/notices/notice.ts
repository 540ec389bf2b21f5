import type { ApiError } from '../api/api-error.ts'
import { text } from '../i18n/text.ts'
import { noticeStack } from './notice-stack.ts'
import { validationText } from './validation-text.ts'

const passingMs = 4000
const failureMs = 8000

/** Says something in passing at the bottom of the page. The same words are shown once at a time. */
export const notice = (title: string, message?: string): void => {
  noticeStack.show({
    id: `${title}|${message ?? ''}`,
    title,
    message: message ?? '',
    isFailure: false,
    autoCloseMs: passingMs,
  })
}

/** What a failed response says to the person (rules-and-calls section 8). */
export const failureMessage = (error: ApiError): string => {
  if (error.status === 0) return text('notice.offline')
  if (error.status === 404) return text('notice.not_found')
  return error.problems.length > 0 ? validationText(error.problems, text) : error.message
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
