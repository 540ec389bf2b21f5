import type { Matter } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { dayBefore } from '../list/period.ts'
import { Badge } from '../ui/badge.tsx'
import { Day } from '../ui/day.tsx'
import { useMatter } from './use-matter.ts'

/** The review date of a matter, marked as overdue once it has passed. */
export const ReviewDay = ({ matter }: { matter: Pick<Matter, 'review_on' | 'is_closed'> | null | undefined }) => {
  const t = useText()
  if (!matter?.review_on) return '–'
  const isOverdue = !matter.is_closed && matter.review_on < dayBefore(new Date(), 0)
  const day = <Day day={matter.review_on} />
  if (!isOverdue) return day
  return (
    <Badge tone="bad">
      {t('holds.overdue')} {day}
    </Badge>
  )
}

export const ReviewOfHold = ({ reference }: { reference: string }) => <ReviewDay matter={useMatter(reference)} />
