import { type NotificationData, notifications } from '@mantine/notifications'
import type { ApiError } from '../api/api-error.ts'
import { refusalText, type TextValues, text } from '../i18n/text.ts'
import { validationText } from './validation-text.ts'

const failureMs = 8000

/** Mantine shows one notification of each `id` at a time. */
const show = (shown: NotificationData & { id: string }): void => {
  notifications.show({ withBorder: true, closeButtonProps: { 'aria-label': text('notice.close') }, ...shown })
}

/** Shows a notice for a few seconds at the bottom of the page. */
export const notice = (title: string, message = ''): void => show({ id: `${title}|${message}`, title, message })

/** Shows a notice until the person closes it, for example in a tab in the background. */
export const lastingNotice = (title: string, message: string): void =>
  show({ id: `${title}|${message}`, title, message, autoClose: false })

/** Removes all notices, also those that are waiting. */
export const clearNotices = (): void => notifications.clean()

/** The text of a failed response (rules-and-calls section 8). */
export const failureMessage = (error: ApiError): string => {
  if (error.status === 0) return text('notice.offline')
  if (error.status === 404) return text('notice.not_found')
  if (error.problems.length > 0) return validationText(error.problems, text)
  return refusalText(error.code ?? '', valuesOf(error)) ?? error.message
}

/** The details of a refusal as values of its message, with its counts. */
const valuesOf = ({ details }: ApiError): TextValues => {
  const values = Object.entries({ ...details, ...(details.counts as object | undefined) })
  return Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]))
}

export const failureNotice = (error: ApiError): void =>
  show({
    id: `failure|${error.status}|${error.message}`,
    title: text('notice.error'),
    message: failureMessage(error),
    color: 'red',
    autoClose: failureMs,
  })
