import { calls, type Matter } from '@holdfast/contract'
import { Anchor, Group, Text } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { authorField, type Field, filtersOf, momentField, textField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ChangeMatter, holdsOf, NewMatterButton } from './change-matter.tsx'
import { ReviewDay } from './matter-of-hold.tsx'

/** How many active holds the matter has, with a link to them. */
const HoldCount = ({ matter }: { matter: Matter }) => {
  const t = useText()
  return (
    <Anchor
      inherit
      className="numeric"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/dashboard/account/legal-holds"
          search={{ filter: { matter_references: [matter.matter_reference] } } as never}
        />
      )}
    >
      {t('matters.hold_count', { count: holdsOf(matter) })}
    </Anchor>
  )
}

const State = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const can = useCan()
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      {matter.is_closed ? <Badge>{t('matters.closed')}</Badge> : <span>{t('matters.open')}</span>}
      {can('legal_holds:place') && <ChangeMatter matter={matter} />}
    </Group>
  )
}

const fields: readonly Field<Matter>[] = [
  {
    id: 'matter_reference',
    title: 'matters.title',
    width: 'minmax(10rem, 1.6fr)',
    priority: 1,
    cell: ({ matter_reference, title }) => (
      <span title={matter_reference}>
        <bdi>{title}</bdi>
      </span>
    ),
    filter: { kind: 'text', name: 'text', label: 'matters.title' },
  },
  textField('reason', 'field.reason', { priority: 3 }),
  {
    id: 'holds',
    title: 'page.legal_holds',
    width: 'minmax(6rem, 0.7fr)',
    priority: 1,
    cell: (matter) => <HoldCount matter={matter} />,
  },
  {
    id: 'review_on',
    title: 'matters.review_on',
    width: 'minmax(10.5rem, 1fr)',
    priority: 2,
    cell: (matter) => <ReviewDay matter={matter} />,
  },
  momentField('created_at', 'matters.opened_at', { priority: 3, isOptional: true }),
  authorField('created_by', 'matters.opened_by'),
  {
    id: 'is_open',
    title: 'field.status',
    width: '11rem',
    priority: 1,
    isTwoLines: true,
    cell: (matter) => <State matter={matter} />,
    filter: { kind: 'flag', name: 'is_open', label: 'matters.open' },
  },
]

const source = { call: calls.listMatters, fields: filtersOf(fields) }

export const prefetch = prefetchList(() => source)

/** The cases and investigations that legal holds belong to. */
export default function MattersPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.matters"
      {...source}
      columns={fields}
      keyOf={({ matter_reference }) => matter_reference}
      mainAction={can('legal_holds:place') && <NewMatterButton />}
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('matters.lead')}
        </Text>
      }
      empty={{ icon: IconBriefcase, title: 'matters.empty', body: 'matters.empty_body' }}
      isChangedBy={({ kind }) => kind === 'legal_hold' || kind === 'matter'}
    />
  )
}
