import type { Notification } from '@holdfast/contract'
import type { MessageId, TextValues } from '../../../shared/i18n/text.ts'

/** What happened, in one sentence. */
export const notificationWords = (
  { kind, caused_by, caused_by_name, name, items, is_hidden }: Notification,
  t: (id: MessageId, values?: TextValues) => string,
): string => {
  const values = {
    who: caused_by_name ?? caused_by ?? '–',
    queue: name ?? '–',
    role: name ?? '–',
    subject: name ?? '–',
    named: name === null ? 'no' : 'yes',
    count: items ?? 1,
  }
  return is_hidden ? t('notification.hidden', values) : t(`notification.${kind}`, values)
}
