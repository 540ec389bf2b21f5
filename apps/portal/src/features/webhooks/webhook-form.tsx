import { calls, type Webhook, WebhookReference, WebhookUrl, webhookEventTypes } from '@holdfast/contract'
import { Checkbox, Stack, Switch, TextInput } from '@mantine/core'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'

type Values = Pick<Webhook, 'webhook_reference' | 'url' | 'event_types' | 'is_active'>

const newWebhook: Values = {
  webhook_reference: '',
  url: '',
  event_types: [...webhookEventTypes],
  is_active: true,
}

const fieldsOf = ({ event_types }: Values): readonly Field<Values>[] => [
  {
    name: 'webhook_reference',
    label: 'webhooks.reference',
    hint: 'webhooks.reference_hint',
    isReference: true,
    isRequired: true,
    schema: WebhookReference,
    input: (props) => <TextInput {...props} data-autofocus />,
  },
  {
    name: 'url',
    label: 'webhooks.url',
    hint: 'webhooks.url_hint',
    isRequired: true,
    schema: WebhookUrl,
    input: (props) => <TextInput {...props} placeholder="https://" />,
  },
  {
    name: 'event_types',
    label: 'webhooks.event_types',
    isRequired: true,
    problem: event_types.length === 0 ? text('webhooks.no_events') : null,
    text: event_types.map((type) => text(`webhooks.event_${type}`)).join(', '),
    input: ({ disabled, withAsterisk, ...props }) => (
      <Checkbox.Group {...props} {...(withAsterisk ? { withAsterisk } : {})}>
        <Stack gap={6} mt={6}>
          {webhookEventTypes.map((type) => (
            <EventType key={type} type={type} disabled={disabled} />
          ))}
        </Stack>
      </Checkbox.Group>
    ),
  },
  {
    name: 'is_active',
    label: 'webhooks.is_active',
    hint: 'webhooks.is_active_hint',
    input: (props) => <Switch {...props} />,
  },
]

const EventType = ({ type, disabled }: { type: (typeof webhookEventTypes)[number]; disabled: boolean }) => {
  const t = useText()
  return <Checkbox value={type} disabled={disabled} label={t(`webhooks.event_${type}`)} />
}

/** The editor of a webhook: its address, and what is delivered to it. */
export const WebhookForm = ({ webhook, isReadOnly }: { webhook: Webhook | null; isReadOnly: boolean }) => {
  const edit = useEdit({
    item: webhook,
    call: calls.putWebhook,
    changes: [calls.listWebhooks, calls.getWebhook],
    valuesOf: (saved: Webhook | null): Values => saved ?? newWebhook,
    validate: rulesOf(fieldsOf),
    inputOf: ({ webhook_reference, url, event_types, is_active }, version) => ({
      params: { webhook_reference },
      body: { version, url, event_types, is_active },
    }),
    readLatest: ({ webhook_reference }, signal): Promise<Webhook> =>
      callApi(calls.getWebhook, { params: { webhook_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ webhook_reference }) => ['webhooks', webhook_reference],
  })
  return <RecordEditor tellsChange edit={edit} fieldsOf={fieldsOf} isReadOnly={isReadOnly} />
}
