import { calls, type WebhookDelivery, type WebhookWithDeliveries } from '@holdfast/contract'
import { Button, Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect } from 'react'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { readItemAgain } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Badge, type Tone } from '../../shared/ui/badge.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './deliveries-panel.module.css'

const againMs = 3_000
const tones: Readonly<Record<WebhookDelivery['state'], Tone>> = { waiting: 'warn', delivered: 'good', failed: 'bad' }

interface DeliveriesPanelProps {
  webhook: WebhookWithDeliveries
  isReadOnly: boolean
}

/** The deliveries of a webhook, with a test and redelivery. */
export const DeliveriesPanel = ({ webhook: { webhook_reference, deliveries }, isReadOnly }: DeliveriesPanelProps) => {
  const t = useText()
  useReadWhileWaiting(webhook_reference, deliveries)
  const asking = useSave({
    call: calls.deliverToWebhook,
    changes: [calls.getWebhook],
    onSaved: ({ event_type }) =>
      notice(text(event_type === 'webhook.test' ? 'webhooks.test_asked' : 'webhooks.again_asked')),
  })
  const ask = (delivery_reference?: string) =>
    asking.save({ params: { webhook_reference }, body: delivery_reference ? { delivery_reference } : {} })
  return (
    <Panel title={t('webhooks.deliveries')}>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {deliveries.length === 0
            ? t('webhooks.no_deliveries')
            : t('webhooks.deliveries_lead', { count: deliveries.length })}
        </Text>
        {!isReadOnly && (
          <Button size="xs" variant="default" loading={asking.isSaving} onClick={() => ask()}>
            {t('webhooks.test')}
          </Button>
        )}
      </Group>
      <Refusal refusal={asking.refusal} />
      <ul className={classes.deliveries}>
        {deliveries.map((delivery) => (
          <Delivery
            key={delivery.delivery_reference}
            delivery={delivery}
            onAgain={isReadOnly || asking.isSaving ? null : () => ask(delivery.delivery_reference)}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** Deliveries are made by workers, which send no notice: what waits is read again until it has been tried. */
const useReadWhileWaiting = (webhook_reference: string, deliveries: readonly WebhookDelivery[]): void => {
  const isWaiting = deliveries.some(({ state, attempts }) => state === 'waiting' && attempts === 0)
  const { start, stop } = useInterval(() => readItemAgain(calls.getWebhook, { webhook_reference }), againMs)
  useEffect(() => {
    if (isWaiting) start()
    else stop()
    return stop
  }, [isWaiting, start, stop])
}

const Delivery = ({ delivery, onAgain }: { delivery: WebhookDelivery; onAgain: (() => void) | null }) => {
  const t = useText()
  const { event_type, state, attempts, created_at, next_at, last_outcome, last_status, body, webhook_id } = delivery
  return (
    <li className={classes.delivery}>
      <div className={classes.line}>
        <span className={classes.what}>{t(`webhooks.event_${event_type}`)}</span>
        <Badge tone={tones[state]}>{t(`webhooks.delivery_${state}`)}</Badge>
        {onAgain && (
          <Button size="compact-xs" variant="subtle" onClick={onAgain}>
            {t('webhooks.again')}
          </Button>
        )}
      </div>
      <div className={classes.details}>
        <Moment time={created_at} withSeconds />
        <span>
          {t('webhooks.attempts')}: {attempts}
        </span>
        {last_outcome && (
          <span>
            {t('webhooks.answer')}: {t(`webhooks.outcome_${last_outcome}`, { status: last_status ?? '' })}
          </span>
        )}
        {state === 'waiting' && attempts > 0 && next_at && (
          <span>
            {t('webhooks.next')} <Moment time={next_at} />
          </span>
        )}
      </div>
      <details className={classes.body}>
        <summary>{t('webhooks.body')}</summary>
        <pre>
          {`webhook-id: ${webhook_id}\n\n`}
          {body}
        </pre>
      </details>
    </li>
  )
}
