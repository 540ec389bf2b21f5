import { calls, type Webhook } from '@holdfast/contract'
import { IconWebhook } from '@tabler/icons-react'
import { addressOf } from '../../shared/access/addresses.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { momentField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { WebhookState } from './webhook-state.tsx'

const Events = ({ webhook: { event_types } }: { webhook: Webhook }) => {
  const t = useText()
  return <>{event_types.map((type) => t(`webhooks.event_${type}`)).join(', ')}</>
}

const columns: readonly Column<Webhook>[] = [
  {
    id: 'webhook_reference',
    title: 'webhooks.reference',
    width: 'minmax(8rem, 1fr)',
    priority: 1,
    cell: ({ webhook_reference }) => webhook_reference,
  },
  {
    id: 'url',
    title: 'webhooks.url',
    width: 'minmax(10rem, 1.8fr)',
    priority: 2,
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    id: 'event_types',
    title: 'webhooks.event_types',
    width: 'minmax(10rem, 1.4fr)',
    priority: 3,
    cell: (webhook) => <Events webhook={webhook} />,
  },
  {
    id: 'state',
    title: 'webhooks.state',
    width: '8.5rem',
    priority: 1,
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  momentField('delivered_at', 'webhooks.delivered_at'),
]

const source = { call: calls.listWebhooks, fields: [] }

export const prefetch = prefetchList(() => source)

/** Addresses of the customer's own systems, which are told of events. */
export default function WebhooksPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.webhooks"
      {...source}
      columns={columns}
      keyOf={({ webhook_reference }) => webhook_reference}
      linkOf={({ webhook_reference }) => addressOf('webhooks', webhook_reference)}
      empty={{ icon: IconWebhook, title: 'webhooks.empty', body: 'webhooks.empty_body' }}
      live={{ kind: 'webhook' }}
      mainAction={
        can('webhooks:write') && <LinkButton to="/dashboard/account/webhooks/create">{t('webhooks.new')}</LinkButton>
      }
    />
  )
}
