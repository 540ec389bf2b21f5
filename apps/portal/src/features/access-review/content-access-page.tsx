import { type ContentAccess, calls, type PayloadType, payloadTypes } from '@holdfast/contract'
import { IconUserSearch } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { ContentAskedInput, fields } from './content-asked-input.tsx'

const Kinds = ({ types }: { types: readonly PayloadType[] }) => {
  const t = useText()
  const intl = useIntl()
  if (types.length === 0) return '–'
  if (types.length === payloadTypes.length) return t('content_access.all_kinds')
  const words = intl.formatList(
    types.map((type) => t(`kind.${type}`)),
    { type: 'unit' },
  )
  return <span title={words}>{words}</span>
}

const Who = ({ row: { display_name, user_reference } }: { row: ContentAccess }) => (
  <bdi title={user_reference}>{display_name}</bdi>
)

const By = ({ row: { deciding_roles, depends_on_address } }: { row: ContentAccess }) => {
  const t = useText()
  const roles = deciding_roles.join(', ')
  const words = depends_on_address ? `${roles} (${t('content_access.somewhere')})` : roles
  return <bdi title={words}>{words}</bdi>
}

const columns: readonly Column<ContentAccess>[] = [
  {
    id: 'user_reference',
    title: 'content_access.who',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: (row) => <Who row={row} />,
  },
  {
    id: 'group_reference',
    title: 'content_access.group',
    width: 'minmax(7rem, 1fr)',
    priority: 2,
    cell: ({ group_reference }) => group_reference,
  },
  {
    id: 'find',
    title: 'content_access.find',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: ({ find }) => <Kinds types={find} />,
  },
  {
    id: 'play',
    title: 'content_access.play',
    width: 'minmax(6rem, 1fr)',
    priority: 1,
    cell: ({ play }) => <Kinds types={play} />,
  },
  {
    id: 'download',
    title: 'content_access.download',
    width: 'minmax(6rem, 1fr)',
    priority: 2,
    cell: ({ download }) => <Kinds types={download} />,
  },
  {
    id: 'deciding_roles',
    title: 'content_access.roles',
    width: 'minmax(8rem, 1.4fr)',
    priority: 1,
    cell: (row) => <By row={row} />,
  },
]

/** Who could open recordings of groups, or which groups people could open, now or at an earlier moment. */
export default function ContentAccessPage() {
  return (
    <ListPage
      title="page.content_access"
      call={calls.listContentAccess}
      fields={fields}
      columns={columns}
      keyOf={({ user_reference, is_client_app, group_reference }) =>
        `${is_client_app ? 'app/' : ''}${user_reference} ${group_reference}`
      }
      namesIn={({ user_reference, display_name }) => [[user_reference, display_name]]}
      needs={{
        filters: ['groups', 'people', 'payload_reference'],
        icon: IconUserSearch,
        title: 'content_access.choose',
        body: 'content_access.choose_body',
      }}
      empty={{ icon: IconUserSearch, title: 'content_access.nobody', body: 'content_access.nobody_body' }}
      lead={<ContentAskedInput />}
    />
  )
}
