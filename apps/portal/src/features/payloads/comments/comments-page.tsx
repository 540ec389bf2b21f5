import { calls, type PayloadComment } from '@holdfast/contract'
import { IconMessage2 } from '@tabler/icons-react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { prefetchList } from '../../../shared/list/list-queries.ts'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { addressOfPayload } from '../kinds.ts'
import { withNames } from './mention-parts.ts'

const KindText = ({ comment }: { comment: PayloadComment }) => useText()(`kind.${comment.payload_type}`)

const CommentCell = ({ comment }: { comment: PayloadComment }) => {
  const t = useText()
  const said = withNames(comment) || t('comment.erased')
  return <span title={said}>{said}</span>
}

const columns: readonly Column<PayloadComment>[] = [
  {
    id: 'comment_body',
    title: 'comment.body',
    width: 'minmax(12rem, 3fr)',
    priority: 1,
    cell: (comment) => <CommentCell comment={comment} />,
  },
  {
    id: 'raised_by',
    title: 'comment.author',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: (row) => <Colleague author={row.raised_by} />,
  },
  {
    id: 'raised_at',
    title: 'payload.when',
    width: 'minmax(8.5rem, 1fr)',
    priority: 1,
    cell: ({ raised_at }) => <Moment time={raised_at} isShortToday />,
  },
  {
    id: 'payload_type',
    title: 'facts.recording',
    width: 'minmax(7rem, 0.7fr)',
    priority: 2,
    cell: (comment) => <KindText comment={comment} />,
  },
  { id: 'group', title: 'payload.group', width: 'minmax(8rem, 1fr)', priority: 3, cell: ({ group }) => group },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'comment.body' },
  { kind: 'text', name: 'raised_by', label: 'comment.author' },
  { kind: 'found', finds: 'group', name: 'groups', label: 'payload.group' },
  { kind: 'flag', name: 'is_closed', label: 'comment.deleted' },
]

const source = { call: calls.listComments, fields, hasPeriod: true }

export const prefetch = prefetchList(() => source)

const keyOf = ({ comment_id }: PayloadComment): string => comment_id

const addressOf = ({ payload_type, payload_reference }: PayloadComment): string =>
  addressOfPayload(payload_type, payload_reference)

export const rows = [rowsOfCall(calls.listComments, keyOf, addressOf)]

/** Comments on all recordings; each leads to its recording. */
export default function CommentsPage() {
  return (
    <ListPage
      title="page.comments"
      {...source}
      columns={columns}
      keyOf={keyOf}
      linkOf={addressOf}
      empty={{ icon: IconMessage2, title: 'comment.none', body: 'comment.none_body' }}
      live={{ kind: 'comment' }}
    />
  )
}
