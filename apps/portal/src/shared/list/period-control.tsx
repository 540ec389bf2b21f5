import { Button, Menu, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconCheck } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../i18n/text.ts'
import classes from './list-page.module.css'
import type { FilterValues } from './list-search.ts'
import { isPeriod, type Period, periods } from './period.ts'

interface PeriodControlProps {
  filter: FilterValues
  onChange: (filter: FilterValues) => void
}

const labels: Record<Period, MessageId> = {
  today: 'list.period_today',
  yesterday: 'list.period_yesterday',
  '7d': 'list.period_7d',
  '30d': 'list.period_30d',
  '90d': 'list.period_90d',
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Presets, or from one day to another, in the person's own zone. */
export const PeriodControl = ({ filter, onChange }: PeriodControlProps) => {
  const t = useText()
  const intl = useIntl()
  const [isOpen, menu] = useDisclosure()
  const { period, date_from: from, date_to: to, ...others } = filter
  const day = (value: string) => intl.formatDate(value, { dateStyle: 'medium', timeZone: 'UTC' })

  const current = (): string => {
    if (isPeriod(period)) return t(labels[period])
    const [first, last] = [textOr(from), textOr(to)]
    if (first && last) return `${day(first)} – ${day(last)}`
    if (first) return t('list.from_date', { date: day(first) })
    if (last) return t('list.to_date', { date: day(last) })
    return t('list.period_all')
  }
  const setDay = (name: 'date_from' | 'date_to', value: string) => {
    const days = { date_from: textOr(from), date_to: textOr(to), [name]: value }
    onChange({ ...others, ...Object.fromEntries(Object.entries(days).filter(([, day]) => day !== '')) })
  }

  return (
    <Menu opened={isOpen} onChange={(open) => (open ? menu.open() : menu.close())} position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCalendar size={15} stroke={1.7} />}
          aria-label={`${t('list.period')}: ${current()}`}
        >
          {current()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange(others)}>{t('list.period_all')}</Menu.Item>
        {periods.map((preset) => (
          <Menu.Item
            key={preset}
            rightSection={period === preset ? <IconCheck size={14} /> : null}
            onClick={() => onChange({ ...others, period: preset })}
          >
            {t(labels[preset])}
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
