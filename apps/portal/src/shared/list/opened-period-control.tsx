import { Button, Divider, Popover, TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { PopoverAction } from '../ui/popover-action.tsx'
import { useOpenedAtOnce } from '../ui/use-opened-at-once.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { periodLabels, periods } from './period.ts'
import { PeriodButton } from './period-button.tsx'

export interface PeriodControlProps {
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Presets, or from one day to another, in the person's own zone. */
export default function OpenedPeriodControl({ filter, onChange }: PeriodControlProps) {
  const t = useText()
  const intl = useIntl()
  const { target, isOpen, setIsOpen, close } = useOpenedAtOnce()
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
        <PeriodButton ref={target} filter={filter} onClick={() => setIsOpen(!isOpen)} />
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
          {/* The focus trap takes Tab from the last control: were that a date, its month and year could not be reached. */}
          <Button className={classes.closeDays} variant="default" size="xs" onClick={close}>
            {t('list.close')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
