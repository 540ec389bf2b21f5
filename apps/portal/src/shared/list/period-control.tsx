import { Button, Divider, Popover, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { PopoverAction } from '../ui/popover-action.tsx'
import { usePopover } from '../ui/use-popover.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { isPeriod, periodLabels, periods } from './period.ts'

interface PeriodControlProps {
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The active period as text. */
const usePeriodText = ({ period, date_from: from, date_to: to }: FilterValues): string => {
  const t = useText()
  const intl = useIntl()
  const day = (value: unknown) =>
    typeof value === 'string' && value !== '' ? intl.formatDate(value, { dateStyle: 'medium', timeZone: 'UTC' }) : ''
  if (isPeriod(period)) return t(periodLabels[period])
  const [first, last] = [day(from), day(to)]
  if (first && last) return `${first} – ${last}`
  if (first) return t('list.from_date', { date: first })
  if (last) return t('list.to_date', { date: last })
  return t('list.period_all')
}

/** The period of a list: presets, or from one day to another, in the person's time zone. */
export const PeriodControl = ({ filter, onChange }: PeriodControlProps) => {
  const t = useText()
  const intl = useIntl()
  const current = usePeriodText(filter)
  const { target, isOpen, setIsOpen, close } = usePopover()
  const { period, date_from: from, date_to: to, ...others } = filter
  const setDay = (name: 'date_from' | 'date_to', value: string) => {
    const days = { date_from: textOr(from), date_to: textOr(to), [name]: value }
    onChange({ ...others, ...Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')) })
  }
  const choose = (chosen: FilterValues) => {
    close()
    onChange(chosen)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={312} trapFocus>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          leftSection={<IconCalendar size={15} stroke={1.7} />}
          aria-label={`${t('list.period')}: ${current}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {current}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <PopoverAction isCurrent={!(period || from || to)} onClick={() => choose(others)}>
          {t('list.period_all')}
        </PopoverAction>
        {periods.map((preset) => (
          <PopoverAction
            key={preset}
            isCurrent={period === preset}
            onClick={() => choose({ ...others, period: preset })}
          >
            {t(periodLabels[preset])}
          </PopoverAction>
        ))}
        <Divider my={4} />
        <div className={classes.days}>
          <TextInput
            type="date"
            size="xs"
            label={t('list.from')}
            value={textOr(from)}
            max={textOr(to) || undefined}
            onChange={(event) => setDay('date_from', event.currentTarget.value)}
          />
          <TextInput
            type="date"
            size="xs"
            label={t('list.to')}
            value={textOr(to)}
            min={textOr(from) || undefined}
            onChange={(event) => setDay('date_to', event.currentTarget.value)}
          />
          <p className={classes.zone}>
            {t('list.zone', { zone: intl.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone })}
          </p>
          {/* The focus trap handles Tab on the last control. If that were a date, Tab would not reach its month and year. */}
          <Button className={classes.closeDays} variant="default" size="xs" onClick={close}>
            {t('list.close')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
