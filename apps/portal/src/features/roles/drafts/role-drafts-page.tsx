import { calls, type RoleDraft, roleDraftKinds, roleDraftStates } from '@holdfast/contract'
import { IconShieldQuestion } from '@tabler/icons-react'
import { titleOfDraft } from '../../../shared/access/title-of-draft.ts'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { text } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { DraftState } from './draft-state.tsx'

const columns: readonly Column<RoleDraft>[] = [
  {
    id: 'subject',
    title: 'role_drafts.subject',
    width: 'minmax(9rem, 1.2fr)',
    priority: 1,
    cell: (draft) => (draft.kind === 'role_assignment' ? <Colleague author={draft.subject} /> : titleOfDraft(draft)),
  },
  {
    id: 'kind',
    title: 'role_drafts.kind',
    width: 'minmax(7rem, 0.8fr)',
    priority: 1,
    cell: ({ kind }) => text(`role_drafts.kind_${kind}`),
  },
  {
    id: 'handed_over_by',
    title: 'role_drafts.handed_over_by',
    width: 'minmax(8rem, 1fr)',
    priority: 2,
    cell: ({ handed_over_by }) => <Colleague author={handed_over_by} />,
  },
  {
    id: 'note',
    title: 'role_drafts.note',
    width: 'minmax(9rem, 2fr)',
    priority: 3,
    cell: ({ note }) => <bdi title={note}>{note}</bdi>,
  },
  {
    id: 'handed_over_at',
    title: 'role_drafts.handed_over_at',
    width: 'minmax(9rem, 0.8fr)',
    priority: 2,
    cell: ({ handed_over_at }) => <Moment time={handed_over_at} />,
  },
  {
    id: 'state',
    title: 'role_drafts.state',
    width: '8rem',
    priority: 1,
    cell: ({ state }) => <DraftState state={state} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'subject', label: 'role_drafts.subject' },
  {
    kind: 'choice',
    name: 'is_approvable',
    label: 'role_drafts.approvable',
    options: [
      { value: 'true', label: 'list.yes' },
      { value: 'false', label: 'list.no' },
    ],
  },
  {
    kind: 'choice',
    name: 'state',
    label: 'role_drafts.state',
    options: roleDraftStates.map((value) => ({ value, label: `role_drafts.state_${value}` as const })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'role_drafts.kind',
    options: roleDraftKinds.map((value) => ({ value, label: `role_drafts.kind_${value}` as const })),
  },
]

const source = { call: calls.listRoleDrafts, fields }

export const prefetch = prefetchList(() => source)

/** Changes that were handed to somebody who may approve them. */
export default function RoleDraftsPage() {
  return (
    <ListPage
      title="page.role_drafts"
      {...source}
      columns={columns}
      keyOf={({ draft_reference }) => draft_reference}
      linkOf={({ draft_reference }) => `/dashboard/access/role-drafts/${draft_reference}`}
      empty={{ icon: IconShieldQuestion, title: 'role_drafts.empty', body: 'role_drafts.empty_body' }}
      live={{ kind: 'role_draft' }}
    />
  )
}
