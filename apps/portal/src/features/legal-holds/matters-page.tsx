import { calls, type Matter } from '@holdfast/contract'
import { Anchor, Text } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { holdsOf, NewMatterButton } from '../../shared/legal-holds/change-matter.tsx'
import { addressOfMatter } from '../../shared/legal-holds/matter-address.ts'
import { isReviewOverdue, ReviewDay } from '../../shared/legal-holds/review-day.tsx'
import { authorField, type Field, filtersOf, momentField, none, textField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { usePageWidth } from '../../shared/list/use-page-width.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'

/** How many active holds the matter has, with a link to them for people who may see holds. */
const HoldCount = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const can = useCan()
  if (matter.holds === null) return none
  const holds = holdsOf(matter)
  const count = t('matters.hold_count', { count: holds })
  if (holds === 0 || !can('legal_holds:read')) return <span className="numeric">{count}</span>
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
      {count}
    </Anchor>
  )
}

/** On a phone, which has no column for the review, an overdue one stands in place of the state. */
const State = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const isNarrow = usePageWidth() === 'narrow'
  if (matter.is_closed === null) return none
  if (isNarrow && isReviewOverdue(matter)) return <Badge tone="bad">{t('holds.overdue')}</Badge>
  return matter.is_closed ? <Badge>{t('matters.closed')}</Badge> : <span>{t('matters.open')}</span>
}

const Owner = ({ matter: { owner, is_owner_removed } }: { matter: Matter }) => {
  const t = useText()
  if (owner === null) return none
  if (is_owner_removed) return <Badge tone="warn">{t('matters.owner_removed')}</Badge>
  return <Colleague author={owner} />
}

const PayloadCount = ({ matter: { payloads } }: { matter: Matter }) => {
  const intl = useIntl()
  if (payloads === null) return none
  return <span className="numeric">{`${intl.formatNumber(payloads.total)}${payloads.is_capped ? '+' : ''}`}</span>
}

const fields: readonly Field<Matter>[] = [
  {
    id: 'matter_reference',
    title: 'matters.title',
    width: 'minmax(10rem, 1.6fr)',
    priority: 1,
    wraps: true,
    cell: ({ matter_reference, title }) => (
      <span title={matter_reference}>
        <bdi>{title}</bdi>
      </span>
    ),
    filter: { kind: 'text', name: 'text', label: 'matters.title' },
  },
  textField('reason', 'field.reason', { priority: 3, wraps: true }),
  {
    id: 'owner',
    title: 'matters.owner',
    width: 'minmax(8rem, 1fr)',
    priority: 2,
    cell: (matter) => <Owner matter={matter} />,
    filter: { kind: 'flag', name: 'is_own', label: 'matters.is_own' },
  },
  {
    id: 'payloads',
    title: 'matters.recordings',
    width: '6.5rem',
    priority: 2,
    isNumeric: true,
    cell: (matter) => <PayloadCount matter={matter} />,
  },
  {
    id: 'holds',
    title: 'page.legal_holds',
    width: 'minmax(8rem, 0.7fr)',
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
    width: '7rem',
    priority: 1,
    cell: (matter) => <State matter={matter} />,
    filter: { kind: 'flag', name: 'is_open', label: 'matters.open' },
  },
]

const source = { call: calls.listMatters, fields: filtersOf(fields) }

export const prefetch = prefetchList(() => source)

/** The matters that the person sees. */
export default function MattersPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.matters"
      {...source}
      columns={fields}
      keyOf={({ matter_reference }) => matter_reference}
      linkOf={({ matter_reference }) => addressOfMatter(matter_reference)}
      mainAction={can('matters:write') && <NewMatterButton />}
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
