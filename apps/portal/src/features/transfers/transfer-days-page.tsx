import { calls, type TransferDay } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { MessageId } from '../../shared/i18n/text.ts'
import { useText } from '../../shared/i18n/text.ts'
import { type Field, filtersOf } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'

/** Figures that need attention are bold. */
const Figure = ({ value, isDifference = false }: { value: number; isDifference?: boolean }) => {
  const intl = useIntl()
  const shown = intl.formatNumber(value)
  return <span className="numeric">{isDifference && value > 0 ? <strong>{shown}</strong> : shown}</span>
}

const Day = ({ day }: { day: string }) => {
  const intl = useIntl()
  return (
    <time dateTime={day} className="numeric">
      {intl.formatDate(`${day}T00:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })}
    </time>
  )
}

/** Rows that need attention come first. */
const stateOf = ({ failed, differs, waiting }: TransferDay) => {
  if (failed + differs > 0) return { tone: 'bad', words: 'transfers.day_differs' } as const
  if (waiting > 0) return { tone: 'warn', words: 'transfers.day_waits' } as const
  return { tone: 'good', words: 'transfers.day_agrees' } as const
}

const DayState = ({ day }: { day: TransferDay }) => {
  const t = useText()
  const { tone, words } = stateOf(day)
  return <Badge tone={tone}>{t(words)}</Badge>
}

interface CountOptions {
  priority?: 1 | 2 | 3
  isDifference?: boolean
  isOptional?: boolean
}

type Count = 'collected' | 'sent' | 'confirmed' | 'duplicate' | 'waiting' | 'failed' | 'differs' | 'left_out'

const countField = (
  name: Count,
  title: MessageId,
  { priority = 3, isDifference = false, isOptional = false }: CountOptions = {},
): Field<TransferDay> => ({
  id: name,
  title,
  isOptional,
  width: 'minmax(4.25rem, 0.6fr)',
  priority,
  isNumeric: true,
  cell: ({ [name]: value }) => <Figure value={value} isDifference={isDifference} />,
})

const fields: readonly Field<TransferDay>[] = [
  { id: 'day', title: 'transfers.day', width: '7rem', priority: 1, cell: ({ day }) => <Day day={day} /> },
  {
    id: 'transfer_config_reference',
    title: 'transfers.configuration',
    width: 'minmax(7rem, 1.4fr)',
    priority: 1,
    cell: ({ transfer_config_reference }) => <bdi>{transfer_config_reference}</bdi>,
    filter: { kind: 'texts', name: 'transfer_config_references', label: 'transfers.configuration' },
  },
  countField('collected', 'transfers.collected', { priority: 2 }),
  countField('sent', 'transfers.outcome_sent', { priority: 2 }),
  countField('confirmed', 'transfers.outcome_confirmed', { priority: 2 }),
  countField('duplicate', 'transfers.duplicate'),
  countField('waiting', 'transfers.outcome_waiting', { isDifference: true }),
  countField('failed', 'transfers.outcome_failed', { priority: 2, isDifference: true }),
  countField('differs', 'transfers.outcome_differs', { isDifference: true, isOptional: true }),
  countField('left_out', 'transfers.outcome_left_out'),
  {
    id: 'state',
    title: 'field.status',
    width: '6rem',
    priority: 1,
    cell: (day) => <DayState day={day} />,
  },
]

const source = {
  call: calls.listTransferDays,
  fields: [...filtersOf(fields), { kind: 'flag', name: 'has_difference', label: 'transfers.has_difference' } as const],
  hasPeriod: true,
}

export const prefetch = prefetchList(() => source)

/** Recordings that were collected beside those that arrived, by day and configuration. */
export default function TransferDaysPage() {
  const t = useText()
  return (
    <ListPage
      title="page.transfer_days"
      {...source}
      columns={fields}
      keyOf={({ day, transfer_config_reference }) => `${day} ${transfer_config_reference}`}
      linkOf={({ day, transfer_config_reference }) =>
        `/dashboard/account/transfers?${new URLSearchParams([
          ['filter[transfer_config_references][]', transfer_config_reference],
          ['date_from', day],
          ['date_to', day],
        ])}`
      }
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('transfers.days_lead')}
        </Text>
      }
      mainAction={
        <LinkButton variant="default" to="/dashboard/account/transfers">
          {t('page.transfers')}
        </LinkButton>
      }
      empty={{ icon: IconScale, title: 'transfers.empty', body: 'transfers.empty_body' }}
      isChangedBy={({ kind }) => kind === 'transfer'}
    />
  )
}
