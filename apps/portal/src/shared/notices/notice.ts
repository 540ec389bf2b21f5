import { notifications } from '@mantine/notifications'
import type { ApiError } from '../api/api-error.ts'
import { text } from '../i18n/text.ts'
import { validationText } from './validation-text.ts'

/** Says something in passing at the bottom of the page. The same words are shown once at a time. */
export const notice = (title: string, message?: string): void => {
  notifications.show({ id: `${title}|${message ?? ''}`, title, message: message ?? '', withBorder: true })
}

/** What a failed response says to the person (rules-and-calls section 8). */
export const failureMessage = (error: ApiError): string => {
  if (error.status === 0) return text('notice.offline')
  if (error.status === 404) return text('notice.not_found')
  return error.problems.length > 0 ? validationText(error.problems, text) : error.message
}

export const failureNotice = (error: ApiError): void => {
  notifications.show({
    id: `failure|${error.status}|${error.message}`,
    title: text('notice.error'),
    message: failureMessage(error),
    color: 'red',
    withBorder: true,
    autoClose: 8000,
  })
}
