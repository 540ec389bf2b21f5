import { Menu, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
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
  const { target, isOpen, setIsOpen } = useOpenedAtOnce()
  const { period, date_from: from, date_to: to, ...others } = filter
  const setDay = (name: 'date_from' | 'date_to', value: string) => {
    const days = { date_from: textOr(from), date_to: textOr(to), [name]: value }
    onChange({ ...others, ...Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')) })
  }

  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="bottom-start" width={260}>
      <Menu.Target>
        <PeriodButton ref={target} filter={filter} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange(others)}>{t('list.period_all')}</Menu.Item>
        {periods.map((preset) => (
          <Menu.Item
            key={preset}
            rightSection={period === preset ? <IconCheck size={14} /> : null}
            onClick={() => onChange({ ...others, period: preset })}
          >
            {t(periodLabels[preset])}
          </Menu.Item>
        ))}
        <Menu.Divider />
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
        </div>
      </Menu.Dropdown>
    </Menu>
  )
}
