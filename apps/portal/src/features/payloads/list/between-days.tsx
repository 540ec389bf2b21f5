import { calls, type PayloadDays, type PayloadDaysFilter } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { readApi, session } from '../../../shared/api/client.ts'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { withoutPeriod } from '../../../shared/list/filter-fields.ts'
import { type ListSource, orderOf, requestOf } from '../../../shared/list/list-queries.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { personTimezone } from '../../../shared/ui/person-timezone.ts'
import { kinds } from '../kinds.ts'
import classes from './between-days.module.css'

const dayMs = 24 * 60 * 60 * 1000
/** About as high as the panel is on a wide page. */
const heightRem = '14rem'
const shownDays = { wide: 30, medium: 30, narrow: 10 }

/** The date so many days after another. */
const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)

interface Shown {
  counted: PayloadDaysFilter
  until: string | undefined
  days: number
}

const useDays = ({ counted, until, days }: Shown) => {
  const { client, support } = session.state()
  return useQuery({
    queryKey: ['between-days', client, support?.requestReference ?? null, counted, until, days],
    queryFn: ({ signal }): Promise<PayloadDays> =>
      readApi(calls.getPayloadDays, {
        query: { days, timezone: personTimezone(), filter: counted, ...(until !== undefined && { until }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { failure: 'in_place' },
  })
}

interface Day {
  date: string
  count: number
  kinds: readonly { title: MessageId; count: number }[]
}

const daysOf = ({ dates, types }: PayloadDays): Day[] =>
  dates.map((date, index) => {
    const ofKinds = Object.values(kinds).map(({ title, types: ofKind }) => ({
      title,
      count: types
        .filter(({ payload_type }) => ofKind.some((type) => type === payload_type))
        .reduce((sum, { days }) => sum + (days[index] ?? 0), 0),
    }))
    const found = ofKinds.filter(({ count }) => count > 0)
    return { date, count: found.reduce((sum, { count }) => sum + count, 0), kinds: found }
  })

interface DayBarProps {
  day: Day
  label: string
  /** Of the day with most recordings. */
  share: number
  isChosen: boolean
  onChoose: () => void
}

const DayBar = ({ day, label, share, isChosen, onChoose }: DayBarProps) => {
  const intl = useIntl()
  return (
    <li>
      <UnstyledButton
        className={classes.day}
        aria-label={label}
        title={label}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <span>{day.count === 0 ? '' : intl.formatNumber(day.count, { notation: 'compact' })}</span>
        <span className={classes.bar} style={{ height: `${share * 3}rem` }} />
        <span className={classes.date}>{intl.formatDate(day.date, { day: 'numeric', timeZone: 'UTC' })}</span>
      </UnstyledButton>
    </li>
  )
}

/**
 * The days on which the list has recordings, and the silent ones among them. A day narrows the list to itself. The strip begins anew when the
 * filters change.
 */
export const BetweenDays = ({ source }: { source: ListSource<typeof calls.listPayloads> }) => {
  const { filter, sort } = useFilters()
  // The fields of the list are those of the call.
  const counted = requestOf(source, { filter: withoutPeriod(filter) }).filter as PayloadDaysFilter
  return (
    <DaysOfFilter
      key={JSON.stringify(counted)}
      counted={counted}
      isByTime={orderOf(source, sort)?.by === 'payload_time'}
    />
  )
}

interface DaysOfFilterProps {
  counted: PayloadDaysFilter
  /** Whether the period of the list is about the time of recordings, as the days are. */
  isByTime: boolean
}

const DaysOfFilter = ({ counted, isByTime }: DaysOfFilterProps) => {
  const t = useText()
  const intl = useIntl()
  const { filter, setFilter, setFilterInOwnOrder } = useFilters()
  const count = shownDays[usePageWidth()]
  const [until, setUntil] = useState<string>()
  const { data, error, refetch } = useDays({ counted, until, days: count })
  const failure = errorInstead(error, data)
  const days = data ? daysOf(data) : []
  const [first, last] = [days.at(0)?.date, days.at(-1)?.date]
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={heightRem} radius="lg" mb="md" />
  if (first === undefined || last === undefined) return null
  const largest = Math.max(1, ...days.map((day) => day.count))
  const chosen = isByTime && filter.date_from === filter.date_to ? filter.date_from : undefined
  const choose = (date: string): void => {
    const others = withoutPeriod(filter)
    const next = date === chosen ? others : { ...others, date_from: date, date_to: date }
    if (isByTime) setFilter(next)
    else setFilterInOwnOrder(next)
  }
  const labelOf = (day: Day): string => {
    const parts = day.kinds.map((kind) => t('between.kind', { kind: t(kind.title), count: kind.count }))
    return t(day.count === 0 ? 'between.silent_day' : 'between.day', {
      day: intl.formatDate(day.date, { dateStyle: 'full', timeZone: 'UTC' }),
      kinds: intl.formatList(parts),
    })
  }
  return (
    <div className={classes.panel}>
      <Panel
        title={t('between.days')}
        action={
          <div className={classes.turn}>
            <ActionIcon
              variant="subtle"
              aria-label={t('between.earlier')}
              onClick={() => setUntil(daysAfter(first, -1))}
            >
              <IconChevronLeft size={18} />
            </ActionIcon>
            <span>
              {intl.formatDateTimeRange(new Date(first), new Date(last), {
                dateStyle: dayStyle(intl.locale),
                timeZone: 'UTC',
              })}
            </span>
            <ActionIcon
              variant="subtle"
              aria-label={t('between.later')}
              disabled={daysAfter(last, 1) > daysAfter(new Date().toISOString().slice(0, 10), 1)}
              onClick={() => setUntil(daysAfter(last, count))}
            >
              <IconChevronRight size={18} />
            </ActionIcon>
          </div>
        }
      >
        <ul className={classes.days} aria-label={t('between.days')}>
          {days.map((day) => (
            <DayBar
              key={day.date}
              day={day}
              label={labelOf(day)}
              share={day.count / largest}
              isChosen={day.date === chosen}
              onChoose={() => choose(day.date)}
            />
          ))}
        </ul>
        <p className={classes.note}>
          {t('between.silent', {
            count: days.reduce((sum, day) => sum + day.count, 0),
            silent: days.filter((day) => day.count === 0).length,
          })}
        </p>
      </Panel>
    </div>
  )
}
