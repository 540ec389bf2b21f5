import { type ActivityOutcome, activityOutcomes } from '@holdfast/contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { valuesOf, withValues } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { addDays } from '../../shared/list/period.ts'
import { countsOf, dayOf, hourName, hoursOf, type OutcomeCounts, sumOf, withDay, withHour } from './day-hours.ts'
import classes from './day-picture.module.css'
import type { Whose } from './did-options.ts'
import { useDayCounts } from './use-day-counts.ts'

interface DayPictureProps {
  whose: Whose
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

/** How many entries each hour of a day has, by outcome: a table that is drawn as bars. Its hours and outcomes filter the list below it. */
export const DayPicture = ({ whose, filter, onChange }: DayPictureProps) => {
  const t = useText()
  const intl = useIntl()
  const now = new Date()
  const day = dayOf(filter, now)
  const hours = hoursOf(day)
  const { data, isError } = useDayCounts({ whose, filter, hours })
  const counts = countsOf(hours, data?.items ?? [])
  const title = intl.formatDate(day, { weekday: 'long', day: 'numeric', month: 'long' })
  const isToday = addDays(now, 0) <= day
  const note = isError ? t('activities.day_failed') : data?.is_capped ? t('activities.day_capped') : ''
  return (
    <section className={classes.picture} aria-label={t('activities.day', { day: title })}>
      <div className={classes.head}>
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('activities.day_before')}
          onClick={() => onChange(withDay(filter, addDays(day, -1)))}
        >
          <IconChevronLeft size={15} />
        </ActionIcon>
        <h2 className={classes.title}>{title}</h2>
        <ActionIcon
          variant="subtle"
          size="sm"
          disabled={isToday}
          aria-label={t('activities.day_after')}
          onClick={() => onChange(withDay(filter, addDays(day, 1)))}
        >
          <IconChevronRight size={15} />
        </ActionIcon>
        <Outcomes counts={counts} filter={filter} onChange={onChange} />
      </div>
      <Hours hours={hours} counts={counts} filter={filter} onChange={onChange} />
      <p className={classes.note} role="status">
        {note}
      </p>
    </section>
  )
}

interface ChoiceProps extends Omit<DayPictureProps, 'whose'> {
  counts: readonly OutcomeCounts[]
}

/** What the colours mean, with the numbers of the day. */
const Outcomes = ({ counts, filter, onChange }: ChoiceProps) => {
  const t = useText()
  const intl = useIntl()
  const chosen = valuesOf(filter, 'outcomes')
  const toggled = (outcome: ActivityOutcome) =>
    chosen.includes(outcome) ? chosen.filter((one) => one !== outcome) : [...chosen, outcome]
  return (
    <fieldset className={classes.outcomes} aria-label={t('activities.outcome')}>
      {activityOutcomes.map((outcome) => (
        <button
          key={outcome}
          type="button"
          className={classes.outcome}
          aria-pressed={chosen.includes(outcome)}
          onClick={() => onChange(withValues(filter, 'outcomes', toggled(outcome)))}
        >
          <span className={classes.colour} data-outcome={outcome} aria-hidden />
          {t(`activities.${outcome}`)} {intl.formatNumber(counts.reduce((sum, hour) => sum + hour[outcome], 0))}
        </button>
      ))}
    </fieldset>
  )
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 }

/** One stop of the tabulator key; the arrow keys go from hour to hour. */
const Hours = ({ hours, counts, filter, onChange }: ChoiceProps & { hours: readonly Date[] }) => {
  const t = useText()
  const intl = useIntl()
  const body = useRef<HTMLTableSectionElement>(null)
  const largest = Math.max(1, ...counts.map(sumOf))
  const [chosen] = valuesOf(filter, hourName)
  const at = hours.findIndex((hour) => hour.toISOString() === chosen)
  const stop = Math.max(0, at)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const buttons: Element[] = [...(body.current?.querySelectorAll('button') ?? [])]
    const next = step && document.activeElement && buttons[buttons.indexOf(document.activeElement) + step]
    if (!(next instanceof HTMLElement)) return
    event.preventDefault()
    next.focus()
  }
  return (
    <table className={classes.table}>
      <thead className={classes.hidden}>
        <tr>
          <th scope="col">{t('activities.hour')}</th>
          {activityOutcomes.map((outcome) => (
            <th key={outcome} scope="col">
              {t(`activities.${outcome}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} className={classes.hours} onKeyDown={onKeyDown}>
        {hours.map((hour, place) => {
          const count = counts[place]
          if (!count) return null
          const name = intl.formatTime(hour, { hour: '2-digit', minute: '2-digit' })
          return (
            <tr key={hour.toISOString()} className={classes.hour}>
              <th scope="row" className={classes.cell}>
                <button
                  type="button"
                  className={classes.bar}
                  tabIndex={place === stop ? 0 : -1}
                  aria-pressed={place === at}
                  aria-label={t('activities.hour_of', { hour: name, count: sumOf(count) })}
                  title={t('activities.hour_of', { hour: name, count: sumOf(count) })}
                  onClick={() => onChange(withHour(filter, hour))}
                >
                  {activityOutcomes.map((outcome) => (
                    <span
                      key={outcome}
                      data-outcome={outcome}
                      style={{ height: `${(count[outcome] / largest) * 100}%` }}
                    />
                  ))}
                </button>
                <span className={classes.name} aria-hidden>
                  {place % namedEvery === 0 ? intl.formatTime(hour, { hour: '2-digit' }) : ''}
                </span>
              </th>
              {activityOutcomes.map((outcome) => (
                <td key={outcome} className={classes.hidden}>
                  {intl.formatNumber(count[outcome])}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Hours whose names stand below their bars. */
const namedEvery = 6
