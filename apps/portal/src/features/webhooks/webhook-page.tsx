import { calls, type WebhookWithDeliveries } from '@holdfast/contract'
import { Alert, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { DeletePanel } from '../../shared/forms/delete-panel.tsx'
import { RecordPage } from '../../shared/forms/record-page.tsx'
import { prefetchLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

export const prefetch = prefetchLoaded(calls.getWebhook)

/** Why nothing is delivered. */
const Trouble = ({ webhook }: { webhook: WebhookWithDeliveries }) => {
  const t = useText()
  const intl = useIntl()
  const { is_active, failing_since, switched_off_at } = webhook
  const time = is_active ? failing_since : switched_off_at
  if (time === null) return null
  const shown = intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Alert color={is_active ? 'yellow' : 'red'}>
      {t(is_active ? 'webhooks.failing' : 'webhooks.switched_off', { time: shown })}
    </Alert>
  )
}

/** One webhook with its deliveries, or a new one. */
export default function WebhookPage() {
  const t = useText()
  return (
    <RecordPage call={calls.getWebhook} param="webhook_reference" action="webhooks:write">
      {(webhook, isReadOnly) => (
        <>
          <PageHeader title={webhook?.webhook_reference ?? t('webhooks.new')}>
            {webhook && <WebhookState webhook={webhook} />}
          </PageHeader>
          <Stack maw={860} gap="md">
            {webhook && <Trouble webhook={webhook} />}
            <WebhookForm webhook={webhook} isReadOnly={isReadOnly} />
            {webhook && (
              <>
                <Panel title={t('webhooks.public_key')}>
                  <Text size="sm" c="dimmed" mb="sm">
                    {t('webhooks.public_key_hint')}
                  </Text>
                  <Facts
                    title={null}
                    facts={[{ label: t('webhooks.key'), value: webhook.public_key, copy: webhook.public_key }]}
                  />
                </Panel>
                <DeliveriesPanel webhook={webhook} isReadOnly={isReadOnly} />
                {!isReadOnly && (
                  <DeletePanel
                    noun="webhooks"
                    name={webhook.webhook_reference}
                    call={calls.deleteWebhook}
                    changes={[calls.listWebhooks]}
                    input={{ params: { webhook_reference: webhook.webhook_reference } }}
                  />
                )}
              </>
            )}
          </Stack>
        </>
      )}
    </RecordPage>
  )
}
