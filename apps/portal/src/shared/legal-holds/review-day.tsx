import type { Matter } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { dayBefore } from '../list/period.ts'
import { Badge } from '../ui/badge.tsx'
import { Day } from '../ui/day.tsx'
import { useMatter } from './use-matter.ts'

type Reviewed = Pick<Matter, 'review_on' | 'is_closed'>

/** Whether the review date of an open matter has passed. */
export const isReviewOverdue = ({ review_on, is_closed }: Reviewed): boolean =>
  !is_closed && review_on !== null && review_on < dayBefore(new Date(), 0)

/** The review date of a matter, marked as overdue once it has passed. */
export const ReviewDay = ({ matter }: { matter: Reviewed | null | undefined }) => {
  const t = useText()
  if (!matter?.review_on) return '–'
  const day = <Day day={matter.review_on} />
  if (!isReviewOverdue(matter)) return day
  return (
    <Badge tone="bad">
      {t('holds.overdue')} {day}
    </Badge>
  )
}

export const ReviewOfHold = ({ reference }: { reference: string }) => <ReviewDay matter={useMatter(reference)} />
