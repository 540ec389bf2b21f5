import { calls, type SupportAccess, supportAccessApprovalStates } from '@holdfast/contract'
import { IconLifebuoy } from '@tabler/icons-react'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { ApprovalState } from '../../shared/ui/approval-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'

const columns: readonly Column<SupportAccess>[] = [
  {
    id: 'requested_at',
    title: 'support.requested_at',
    width: 'minmax(9rem, 0.8fr)',
    priority: 1,
    cell: ({ requested_at }) => <Moment time={requested_at} />,
  },
  {
    id: 'request_description',
    title: 'support.reason',
    width: 'minmax(10rem, 2.4fr)',
    priority: 1,
    cell: ({ request_description }) => <span title={request_description}>{request_description}</span>,
  },
  {
    id: 'requested_by',
    title: 'support.requested_by',
    width: 'minmax(7rem, 1fr)',
    priority: 2,
    cell: ({ requested_by }) => requested_by,
  },
  { id: 'role', title: 'support.for_role', width: 'minmax(7rem, 1fr)', priority: 3, cell: ({ role }) => role },
  {
    id: 'approval_state',
    title: 'support.state',
    width: 'minmax(7rem, 1fr)',
    priority: 1,
    cell: (request) => <ApprovalState request={request} />,
  },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'approval_state',
    label: 'support.state',
    options: supportAccessApprovalStates.map((state) => ({
      value: state,
      label: state === 'canceled' ? 'support.withdrawn_or_ended' : `support.state_${state}`,
    })),
  },
]

const source = { call: calls.listSupportAccess, fields }

export const prefetch = prefetchList(() => source)

/** The provider's requests for access to this account, and their outcome. */
export default function SupportAccessPage() {
  return (
    <ListPage
      title="page.support_access"
      {...source}
      columns={columns}
      keyOf={({ request_reference }) => request_reference}
      linkOf={({ request_reference }) => `/dashboard/account/support-access/${request_reference}`}
      empty={{ icon: IconLifebuoy, title: 'support.empty', body: 'support.empty_body' }}
      live={{ kind: 'support_access' }}
    />
  )
}
