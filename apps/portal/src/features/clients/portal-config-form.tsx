import { type ClientPortalConfig, calls, OidcIssuer } from '@holdfast/contract'
import { NumberInput, Stack, TextInput } from '@mantine/core'
import { callApi } from '../../shared/api/client.ts'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'

interface Values {
  maps_key: string
  monitoring_url: string
  /** In percent. */
  sample_rate: number
  application_id: string
  region: string
}

const everything = 100

const valuesOf = (config: ClientPortalConfig | null): Values => ({
  maps_key: config?.maps_key ?? '',
  monitoring_url: config?.monitoring?.url ?? '',
  sample_rate: (config?.monitoring?.sample_rate ?? 1) * everything,
  application_id: config?.application_id ?? '',
  region: config?.region ?? '',
})

const fieldsOf = ({ monitoring_url, sample_rate, ...texts }: Values) => ({
  maps_key: texts.maps_key || null,
  monitoring: monitoring_url ? { url: monitoring_url, sample_rate: sample_rate / everything } : null,
  application_id: texts.application_id || null,
  region: texts.region || null,
})

const textsOf = (values: Values): FieldTexts => ({
  'portal_config.maps_key': values.maps_key,
  'portal_config.monitoring_url': values.monitoring_url,
  'portal_config.sample_rate': String(values.sample_rate),
  'portal_config.application_id': values.application_id,
  'portal_config.region': values.region,
})

/** The configuration of an account's portal. */
export const PortalConfigForm = ({ config, isReadOnly }: { config: ClientPortalConfig; isReadOnly: boolean }) => {
  const t = useText()
  const { client } = config
  const edit = useEdit({
    item: config,
    call: calls.putPortalConfig,
    changes: [calls.getPortalConfig],
    valuesOf,
    validate: { monitoring_url: (url: string) => (url ? fieldRule(OidcIssuer)(url) : null) },
    inputOf: (values, version) => ({ params: { client }, body: { version, ...fieldsOf(values) } }),
    readLatest: (_, signal) => callApi(calls.getPortalConfig, { params: { client }, signal }),
    onSaved: (saved) => saved,
  })
  const { form } = edit
  const shared = { disabled: isReadOnly, autoComplete: 'off' }
  return (
    <Panel title={t('portal_config.title')}>
      <form onSubmit={form.onSubmit(() => edit.save())} noValidate>
        <Stack>
          <TextInput
            label={t('portal_config.maps_key')}
            description={t('portal_config.maps_key_hint')}
            maxLength={255}
            {...shared}
            {...form.getInputProps('maps_key')}
          />
          <TextInput
            label={t('portal_config.monitoring_url')}
            placeholder="https://"
            maxLength={2048}
            {...shared}
            {...form.getInputProps('monitoring_url')}
          />
          <NumberInput
            label={t('portal_config.sample_rate')}
            description={t('portal_config.sample_rate_hint')}
            min={0}
            max={everything}
            clampBehavior="strict"
            suffix=" %"
            disabled={isReadOnly || form.values.monitoring_url === ''}
            {...form.getInputProps('sample_rate')}
          />
          <TextInput
            label={t('portal_config.application_id')}
            maxLength={255}
            {...shared}
            {...form.getInputProps('application_id')}
          />
          <TextInput label={t('portal_config.region')} maxLength={64} {...shared} {...form.getInputProps('region')} />
          <EditEnd edit={edit} isReadOnly={isReadOnly} textsOf={textsOf} />
        </Stack>
      </form>
    </Panel>
  )
}
