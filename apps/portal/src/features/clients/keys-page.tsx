import { calls, type PublicKeys } from '@holdfast/contract'
import { IconKey } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { RotateKey } from './rotate-key.tsx'

const Current = ({ keys }: { keys: PublicKeys }) => {
  const t = useText()
  if (!keys.is_current) return <Badge>{t('keys.former')}</Badge>
  return <RotateKey client={keys.client} />
}

const columns: readonly Column<PublicKeys>[] = [
  { id: 'client', title: 'clients.client', width: 'minmax(7rem, 1fr)', priority: 1, cell: ({ client }) => client },
  { id: 'key_id', title: 'clients.key_id', width: 'minmax(9rem, 2.4fr)', priority: 1, cell: ({ key_id }) => key_id },
  { id: 'algorithm', title: 'keys.algorithm', width: '9rem', priority: 3, cell: ({ algorithm }) => algorithm },
  {
    id: 'created_at',
    title: 'keys.since',
    width: 'minmax(9rem, 0.8fr)',
    priority: 2,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  { id: 'is_current', title: 'keys.current', width: '8rem', priority: 1, cell: (keys) => <Current keys={keys} /> },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'client', label: 'clients.client' },
  { kind: 'flag', name: 'is_current', label: 'keys.current' },
]

const source = { call: calls.listPublicKeys, fields }

export const prefetch = prefetchList(() => source)

/** The public keys by which devices seal recordings, and their rotation. */
export default function KeysPage() {
  return (
    <ListPage
      title="page.keys"
      {...source}
      columns={columns}
      keyOf={({ client, key_id }) => `${client} ${key_id}`}
      empty={{ icon: IconKey, title: 'keys.empty', body: 'keys.empty_body' }}
    />
  )
}
