import type { Matter } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { dayBefore } from '../../shared/list/period.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Day } from '../../shared/ui/day.tsx'
import { useMatter } from './use-matter.ts'

/** The matter of a hold by its title, with a link to all of its holds. */
export const MatterOfHold = ({ reference }: { reference: string }) => {
  const matter = useMatter(reference)
  return (
    <Anchor
      inherit
      title={reference}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/dashboard/account/legal-holds"
          search={{ filter: { matter_references: [reference] } } as never}
        />
      )}
    >
      <bdi>{matter?.title ?? reference}</bdi>
    </Anchor>
  )
}

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
