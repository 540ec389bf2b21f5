import { type Client, calls } from '@holdfast/contract'
import { IconBuilding } from '@tabler/icons-react'
import { FormattedDisplayName } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'

const Active = ({ client: { is_active } }: { client: Client }) => {
  const t = useText()
  return <Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'people.is_active' : 'people.is_inactive')}</Badge>
}

const columns: readonly Column<Client>[] = [
  { id: 'client', title: 'clients.client', width: 'minmax(8rem, 1fr)', priority: 1, cell: ({ client }) => client },
  { id: 'name', title: 'clients.name', width: 'minmax(10rem, 2fr)', priority: 1, cell: ({ name }) => name },
  {
    id: 'locale',
    title: 'clients.locale',
    width: 'minmax(8rem, 0.8fr)',
    priority: 3,
    cell: ({ locale }) => <FormattedDisplayName value={locale} type="language" />,
  },
  {
    id: 'created_at',
    title: 'clients.since',
    width: 'minmax(9rem, 0.8fr)',
    priority: 2,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  {
    id: 'is_active',
    title: 'people.active',
    width: '6.5rem',
    priority: 1,
    cell: (client) => <Active client={client} />,
  },
]

const fields: readonly FilterField[] = [{ kind: 'flag', name: 'is_active', label: 'people.active' }]

const source = { call: calls.listClients, fields }

export const prefetch = prefetchList(() => source)

/** The accounts of all customers. */
export default function ClientsPage() {
  const t = useText()
  return (
    <ListPage
      title="page.clients"
      {...source}
      columns={columns}
      keyOf={({ client }) => client}
      linkOf={({ client }) => `/internal/clients/${client}`}
      empty={{ icon: IconBuilding, title: 'internal.clients_empty', body: 'internal.clients_empty_body' }}
      mainAction={<LinkButton to="/internal/clients/create">{t('clients.new')}</LinkButton>}
    />
  )
}
