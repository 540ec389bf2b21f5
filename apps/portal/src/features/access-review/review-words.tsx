import type { AccessReview } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { dayStyle } from '../../shared/i18n/day-style.ts'
import { useText } from '../../shared/i18n/text.ts'
import { dayBefore } from '../../shared/list/period.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** A day of UTC, which is no moment. */
export const DueDay = ({ day }: { day: string }) => {
  const intl = useIntl()
  return (
    <time dateTime={day} className="numeric">
      {intl.formatDate(`${day}T00:00:00Z`, { dateStyle: dayStyle(intl.locale), timeZone: 'UTC' })}
    </time>
  )
}

export const Owner = ({ review: { owner, is_owner_active } }: { review: AccessReview }) => {
  const t = useText()
  return (
    <>
      <Colleague author={owner} />
      {!is_owner_active && ` (${t('access_reviews.owner_removed')})`}
    </>
  )
}

export const ReviewState = ({ review: { finished_at, due_on } }: { review: AccessReview }) => {
  const t = useText()
  if (finished_at !== null) return <Badge tone="neutral">{t('access_reviews.finished')}</Badge>
  const isOverdue = due_on < dayBefore(new Date(), 0)
  return (
    <Badge tone={isOverdue ? 'bad' : 'info'}>{t(isOverdue ? 'access_reviews.overdue' : 'access_reviews.open')}</Badge>
  )
}
