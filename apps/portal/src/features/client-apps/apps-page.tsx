import { type ClientAppConfiguration, calls } from '@holdfast/contract'
import { IconApps } from '@tabler/icons-react'
import { addressOf } from '../../shared/access/addresses.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { groupField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'

const columns: readonly Column<ClientAppConfiguration>[] = [
  {
    id: 'app_reference',
    title: 'apps.reference',
    width: 'minmax(8rem, 1.1fr)',
    priority: 1,
    cell: ({ app_reference }) => app_reference,
  },
  {
    id: 'roles',
    title: 'people.roles',
    width: 'minmax(8rem, 1.4fr)',
    priority: 1,
    cell: ({ roles }) => roles.join(', ') || '–',
  },
  {
    id: 'issuer',
    title: 'apps.issuer',
    width: 'minmax(9rem, 1.8fr)',
    priority: 2,
    cell: ({ oidc_config: { issuer } }) => <span title={issuer}>{issuer}</span>,
  },
  groupField({ title: 'apps.group' }),
]

const source = { call: calls.listApps, fields: [] }

export const prefetch = prefetchList(() => source)

/** The customer's programs, which call with tokens of their own issuer. */
export default function AppsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.apps"
      {...source}
      columns={columns}
      keyOf={({ app_reference }) => app_reference}
      linkOf={({ app_reference }) => addressOf('apps', app_reference)}
      empty={{ icon: IconApps, title: 'apps.empty', body: 'apps.empty_body' }}
      live={{ kind: 'app' }}
      mainAction={can('apps:write') && <LinkButton to="/dashboard/account/apps/create">{t('apps.new')}</LinkButton>}
    />
  )
}
