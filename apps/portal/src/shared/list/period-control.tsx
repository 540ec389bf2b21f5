import { Button, Divider, Popover, SegmentedControl } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { DateField } from '../forms/date-field.tsx'
import { useText } from '../i18n/text.ts'
import { PopoverAction } from '../ui/popover-action.tsx'
import { usePopover } from '../ui/use-popover.ts'
import { withoutPeriod } from './filter-fields.ts'
import type { Sorting } from './head-row.tsx'
import classes from './list-page.module.css'
import type { ListDate } from './list-queries.ts'
import type { FilterValues } from './list-search.ts'
import { type Days, type Period, periodLabels, periods } from './period.ts'
import { useDays } from './use-days.ts'
import type { FilterChange } from './use-filters.ts'
import { usePeriodText } from './use-period-text.ts'

interface PeriodControlProps extends Sorting {
  filter: FilterValues
  onChange: (filter: FilterValues, change?: FilterChange) => void
  dates: readonly ListDate[]
  /** The period without a choice; absent: all time. */
  usual?: Period | undefined
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** By which date the list is sorted, to which its period refers too, and which end of it comes first. */
const OrderChoice = ({ dates, order, onOrder }: Pick<PeriodControlProps, 'dates' | keyof Sorting>) => {
  const t = useText()
  if (!order) return null
  const names = dates.map(({ name, label }) => ({ value: name, label: t(label) }))
  const directions = [
    { value: 'desc', label: t('list.newest_first') },
    { value: 'asc', label: t('list.oldest_first') },
  ]
  return (
    <div className={classes.order}>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('list.date_of')}
        value={order.by}
        onChange={(by) => onOrder({ ...order, by })}
        data={names}
      />
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('list.order')}
        value={order.direction}
        onChange={(direction) => onOrder({ ...order, direction: direction === 'asc' ? 'asc' : 'desc' })}
        data={directions}
      />
    </div>
  )
}

interface PresetsProps {
  hasAll: boolean
  /** `null`: all time. */
  current: unknown
  onChoose: (period: Period | null) => void
}

const Presets = ({ hasAll, current, onChoose }: PresetsProps) => {
  const t = useText()
  return (
    <>
      {hasAll && (
        <PopoverAction isCurrent={current === null} onClick={() => onChoose(null)}>
          {t('list.period_all')}
        </PopoverAction>
      )}
      {periods.map((name) => (
        <PopoverAction key={name} isCurrent={current === name} onClick={() => onChoose(name)}>
          {t(periodLabels[name])}
        </PopoverAction>
      ))}
    </>
  )
}

/**
 * The period of a list: presets, or from one day to another, in the person's time zone. In a list with several dates, also which
 * of them it refers to.
 */
export const PeriodControl = ({ filter, onChange, dates, usual, order, onOrder }: PeriodControlProps) => {
  const t = useText()
  const intl = useIntl()
  const [own] = dates
  const other = order && order.by !== own?.name ? dates.find(({ name }) => name === order.by) : undefined
  const isChosen = Boolean(filter.period || filter.date_from || filter.date_to)
  const shown: FilterValues = usual && !isChosen ? { ...filter, period: usual } : filter
  const period = usePeriodText()(shown)
  const current = other ? `${t(other.label)}: ${period}` : period
  const { target, isOpen, setIsOpen, close } = usePopover()
  const { period: preset, date_from: from, date_to: to } = shown
  const others = withoutPeriod(filter)
  const apply = ({ from: date_from, to: date_to }: Days) =>
    onChange({ ...others, ...(date_from && { date_from }), ...(date_to && { date_to }) }, 'typed')
  const { days, change, reset, error } = useDays({ from: textOr(from), to: textOr(to) }, apply)
  const setOpen = (isShown: boolean) => {
    reset()
    setIsOpen(isShown)
  }
  const finish = () => {
    reset()
    close()
  }
  const choose = (chosen: FilterValues) => {
    finish()
    onChange(chosen)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={312} trapFocus>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          leftSection={<IconCalendar size={15} stroke={1.7} />}
          aria-label={`${t('list.period')}: ${current}`}
          onClick={() => setOpen(!isOpen)}
        >
          {current}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <OrderChoice dates={dates} order={order} onOrder={onOrder} />
        <Presets
          hasAll={!usual}
          current={isChosen || usual ? preset : null}
          onChoose={(name) => choose({ ...others, ...(name && { period: name }) })}
        />
        <Divider my={4} />
        <div className={classes.days}>
          <DateField
            size="xs"
            label={t('list.from')}
            value={days.from}
            max={days.to || undefined}
            onChange={(from) => change({ from })}
          />
          <DateField
            size="xs"
            label={t('list.to')}
            value={days.to}
            min={days.from || undefined}
            error={error}
            onChange={(to) => change({ to })}
          />
          <p className={classes.zone}>
            {t('list.zone', { zone: intl.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone })}
          </p>
          {/* The focus trap handles Tab on the last control. If that were a date, Tab would not reach its month and year. */}
          <Button className={classes.closeDays} variant="default" size="xs" onClick={finish}>
            {t('list.close')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
