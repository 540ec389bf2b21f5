import { type AccessRequest, accessRequestStates, calls } from '@holdfast/contract'
import { IconLockQuestion } from '@tabler/icons-react'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { RequestState } from './request-state.tsx'
import { WantedText } from './wanted-text.tsx'

const columns: readonly Column<AccessRequest>[] = [
  {
    id: 'action',
    title: 'access_requests.what',
    width: 'minmax(10rem, 2fr)',
    priority: 1,
    isTwoLines: true,
    cell: (request) => <WantedText request={request} />,
  },
  {
    id: 'requested_by',
    title: 'access_requests.who',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: ({ requested_by, requested_by_name }) => (
      <span title={requested_by}>{requested_by_name ?? requested_by}</span>
    ),
  },
  {
    id: 'reason',
    title: 'access_requests.reason',
    width: 'minmax(9rem, 1.6fr)',
    priority: 3,
    cell: ({ reason }) => <bdi title={reason}>{reason}</bdi>,
  },
  {
    id: 'requested_at',
    title: 'access_requests.when',
    width: 'minmax(9rem, 0.8fr)',
    priority: 2,
    cell: ({ requested_at }) => <Moment time={requested_at} />,
  },
  {
    id: 'state',
    title: 'access_requests.state',
    width: '8rem',
    priority: 1,
    cell: (request) => <RequestState request={request} />,
  },
]

const fields: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'access_requests.state',
    options: accessRequestStates.map((value) => ({ value, label: `access_requests.state_${value}` as const })),
  },
]

/** For people who see the requests of others. */
const fieldsOfAll: readonly FilterField[] = [
  ...fields,
  { kind: 'flag', name: 'is_for_me', label: 'access_requests.for_me' },
  { kind: 'flag', name: 'is_own', label: 'access_requests.own_only' },
]

const call = calls.listAccessRequests

export const prefetch = prefetchList(() => ({ call, fields: fieldsOfAll }))

/** Requests for access: one's own, and those of everybody for people who see or change roles. */
export default function AccessRequestsPage() {
  const can = useCan()
  const seesAll = can('roles:read') || can('roles:write')
  return (
    <ListPage
      title="page.access_requests"
      call={call}
      fields={seesAll ? fieldsOfAll : fields}
      columns={seesAll ? columns : columns.filter(({ id }) => id !== 'requested_by')}
      keyOf={({ access_request_reference }) => access_request_reference}
      linkOf={({ access_request_reference }) => `/dashboard/access/requests/${access_request_reference}`}
      empty={{ icon: IconLockQuestion, title: 'access_requests.empty', body: 'access_requests.empty_body' }}
      live={{ kind: 'access_request' }}
    />
  )
}
