import type { Transferable } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'

/** How long a transfer took, in seconds; `null` while it goes on. */
export const durationOf = ({ started_at, finished_at }: Pick<Transferable, 'started_at' | 'finished_at'>) =>
  started_at === null || finished_at === null
    ? null
    : Math.max(0, Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 1000))

export const useDurationWords = (): ((seconds: number) => string) => {
  const t = useText()
  return (seconds) => {
    if (seconds < 60) return t('transfers.seconds', { seconds })
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return t('transfers.minutes', { minutes })
    return t('transfers.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  }
}
