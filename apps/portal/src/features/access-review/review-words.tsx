import type { AccessReview } from '@holdfast/contract'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { dayBefore } from '../../shared/list/period.ts'
import { Badge } from '../../shared/ui/badge.tsx'

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
