import { calls, type SupportAccess, type SupportAccessApprovalState } from '@holdfast/contract'
import { SegmentedControl } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { RequestActions } from './request-actions.tsx'

/** In the order of a request's life. */
const states: readonly SupportAccessApprovalState[] = [
  'pending',
  'approved',
  'rejected',
  'revoked',
  'expired',
  'canceled',
]

const columns: readonly Column<SupportAccess>[] = [
  { id: 'client', title: 'support.client', width: 'minmax(7rem, 0.8fr)', priority: 1, cell: ({ client }) => client },
  {
    id: 'request_description',
    title: 'support.reason',
    width: 'minmax(9rem, 2fr)',
    priority: 1,
    cell: ({ request_description }) => <span title={request_description}>{request_description}</span>,
  },
  {
    id: 'requested_by',
    title: 'support.requested_by',
    width: 'minmax(7rem, 0.9fr)',
    priority: 2,
    cell: ({ requested_by }) => requested_by,
  },
  { id: 'role', title: 'support.for_role', width: 'minmax(7rem, 0.9fr)', priority: 3, cell: ({ role }) => role },
  {
    id: 'expiry',
    title: 'support.until',
    width: 'minmax(9.5rem, 0.8fr)',
    priority: 2,
    cell: ({ approval_expiry, requested_expiry }) => <Moment time={approval_expiry ?? requested_expiry} />,
  },
  {
    id: 'actions',
    title: 'support.actions',
    width: '14rem',
    priority: 1,
    cell: (request) => <RequestActions request={request} />,
  },
]

const statusOf = (filter: FilterValues): SupportAccessApprovalState =>
  states.find((state) => state === filter.approval_status) ?? 'approved'

const ownFilters = { approval_status: states }

const sourceOf = (approval_status: SupportAccessApprovalState) => ({
  call: calls.listSupportAccessByStatus,
  params: { approval_status },
  fields: [],
  ownFilters,
})

export const prefetch = prefetchList((_, filter) => sourceOf(statusOf(filter)))

/** The staff's requests for access to customers' accounts. */
export default function SupportPage() {
  const t = useText()
  const { filter, setFilter } = useFilters()
  const approval_status = statusOf(filter)
  const source = useMemo(() => sourceOf(approval_status), [approval_status])
  return (
    <ListPage
      title="page.support"
      {...source}
      columns={columns}
      keyOf={({ client, request_reference }) => `${client} ${request_reference}`}
      empty={{ icon: IconLifebuoy, title: 'support.none_in_state', body: 'support.internal_empty_body' }}
      mainAction={<LinkButton to="/internal/support/request">{t('support.new')}</LinkButton>}
    >
      <SegmentedControl
        size="xs"
        aria-label={t('support.state')}
        value={approval_status}
        onChange={(state) => setFilter({ approval_status: state })}
        data={states.map((state) => ({
          value: state,
          label: t(state === 'canceled' ? 'support.withdrawn_or_ended' : `support.state_${state}`),
        }))}
      />
    </ListPage>
  )
}
