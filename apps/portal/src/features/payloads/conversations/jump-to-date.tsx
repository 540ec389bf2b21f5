import type { ConversationSummary } from '@holdfast/contract'
import { Button, Group, Select } from '@mantine/core'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import classes from './jump-to-date.module.css'

/** Days that are offered at once; others are found by typing. */
const offeredDays = 100

interface JumpToDateProps {
  summary: ConversationSummary
  onDay: (day: string) => void
  onEnd: (at: 'first' | 'last') => void
}

/** Leads to a day with messages, and to the first and the latest message. */
export const JumpToDate = ({ summary: { days }, onDay, onEnd }: JumpToDateProps) => {
  const t = useText()
  const intl = useIntl()
  const options = useMemo(
    () =>
      days.toReversed().map(({ day, messages }) => ({
        value: day,
        label: t('conversation.day_option', {
          day: intl.formatDate(`${day}T12:00:00`, { dateStyle: 'full' }),
          count: messages,
        }),
      })),
    [days, intl, t],
  )
  return (
    <Group gap="xs" className={classes.bar}>
      <Select
        className={classes.day}
        size="xs"
        aria-label={t('conversation.jump')}
        placeholder={t('conversation.jump')}
        data={options}
        value={null}
        onChange={(day) => day && onDay(day)}
        searchable
        limit={offeredDays}
        nothingFoundMessage={t('conversation.no_day')}
      />
      <Button size="xs" variant="default" onClick={() => onEnd('first')}>
        {t('conversation.first')}
      </Button>
      <Button size="xs" variant="default" onClick={() => onEnd('last')}>
        {t('conversation.last')}
      </Button>
    </Group>
  )
}
