import type { CompletenessDay } from '@holdfast/contract'
import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { ChartLegend } from '../charts/chart-legend.tsx'
import { useText } from '../i18n/text.ts'
import { calendarGrid, daysOfWeek } from './calendar-grid.ts'
import classes from './completeness-calendar.module.css'
import type { CompletenessScope } from './completeness-scope.ts'
import { DayDetails } from './day-details.tsx'
import { dayStates, figureOf, stateOf } from './day-state.ts'

/** How far an arrow key moves: weeks are columns. */
const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -daysOfWeek,
  ArrowRight: daysOfWeek,
}

interface CompletenessCalendarProps {
  label: string
  /** The earliest first. */
  days: readonly CompletenessDay[]
  of: CompletenessScope
}

/** A column for each week from Monday to Sunday, and a cell for each day. The chosen day's numbers are below, in words. Arrow keys move between days. */
export const CompletenessCalendar = ({ label, days, of }: CompletenessCalendarProps) => {
  const t = useText()
  const intl = useIntl()
  const [chosen, setChosen] = useState(days.length - 1)
  const cells = useRef(new Map<number, HTMLButtonElement>())
  // On narrow screens, the latest weeks are in view first.
  const showLatest = useCallback((scroller: HTMLDivElement | null) => {
    if (scroller) scroller.scrollLeft = scroller.scrollWidth
  }, [])
  const dayName = (date: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(date, { ...options, timeZone: 'UTC' })
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const next = chosen + (step ?? 0)
    if (step === undefined || days[next] === undefined) return
    event.preventDefault()
    setChosen(next)
    cells.current.get(next)?.focus()
  }
  const rows = Array.from({ length: daysOfWeek }, (_, row) => row)
  const grid = calendarGrid(days)
  const columns = Array.from({ length: grid.weeks }, (_, column) => column)
  const shown = days[chosen]
  return (
    <div>
      <ChartLegend
        entries={dayStates.map((state) => ({
          name: t(state === 'missing' ? 'completeness.missing_or_lost' : `completeness.${state}`),
          sample: <span className={classes.sample} data-state={state} aria-hidden />,
        }))}
      />
      <div className={classes.scroll} ref={showLatest}>
        <table className={classes.calendar} aria-label={label}>
          <thead>
            <tr>
              <td />
              {columns.map((column) => {
                const date = grid.dateAt(column * daysOfWeek)
                return (
                  <th key={column} scope="col">
                    <VisuallyHidden>{dayName(date, { day: 'numeric', month: 'long' })}</VisuallyHidden>
                    <span aria-hidden>{grid.beginsMonth(column) && dayName(date, { month: 'short' })}</span>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{dayName(grid.dateAt(row), { weekday: 'short' })}</th>
                {columns.map((column) => {
                  const index = column * daysOfWeek + row - grid.before
                  const day = days[index]
                  if (!day) return <td key={column} />
                  return (
                    <DayCell
                      key={day.date}
                      day={day}
                      name={dayName(day.date, { dateStyle: 'long' })}
                      isChosen={index === chosen}
                      onCell={(cell) => cells.current.set(index, cell)}
                      onChoose={() => setChosen(index)}
                      onKeyDown={move}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown && <DayDetails day={shown} name={dayName(shown.date, { dateStyle: 'full' })} of={of} />}
    </div>
  )
}

interface DayCellProps {
  day: CompletenessDay
  name: string
  isChosen: boolean
  onCell: (cell: HTMLButtonElement) => void
  onChoose: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const DayCell = ({ day, name, isChosen, onCell, onChoose, onKeyDown }: DayCellProps) => {
  const t = useText()
  const intl = useIntl()
  const figure = figureOf(day)
  return (
    <td>
      <button
        type="button"
        ref={(cell) => {
          if (cell) onCell(cell)
        }}
        className={classes.day}
        data-state={stateOf(day)}
        aria-pressed={isChosen}
        aria-label={t(`completeness.day_${stateOf(day)}`, { day: name, count: figure ?? day.arrived })}
        tabIndex={isChosen ? 0 : -1}
        onClick={onChoose}
        onFocus={onChoose}
        onKeyDown={onKeyDown}
      >
        {figure === null ? '' : intl.formatNumber(figure, { notation: 'compact' })}
      </button>
    </td>
  )
}
