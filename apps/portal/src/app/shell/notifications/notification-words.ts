import type { Notification } from '@holdfast/contract'
import type { ToldAlert } from '@holdfast/words'
import { useAlertWords } from '../../../shared/alerts/alert-words.ts'
import { useText } from '../../../shared/i18n/text.ts'

/** A function that says what happened in one sentence. */
export const useNotificationWords = () => {
  const t = useText()
  const alertWords = useAlertWords()
  return ({ kind, caused_by, caused_by_name, name, items, is_hidden, alert }: Notification): string => {
    const told: ToldAlert | null = alert && { ...alert, alert_subject: name ?? '–', alert_message: '' }
    const values = {
      by: caused_by === null ? 'product' : 'person',
      who: caused_by_name ?? caused_by ?? '–',
      queue: name ?? '–',
      role: name ?? '–',
      matter: name ?? '–',
      subject: told ? alertWords(told).subject : (name ?? '–'),
      named: name === null ? 'no' : 'yes',
      count: items ?? 1,
    }
    return is_hidden ? t('notification.hidden', values) : t(`notification.${kind}`, values)
  }
}
