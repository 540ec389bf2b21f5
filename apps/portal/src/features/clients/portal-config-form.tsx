import { type ClientPortalConfig, calls, OidcIssuer } from '@holdfast/contract'
import { NumberInput, TextInput } from '@mantine/core'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'

interface Values {
  maps_key: string
  monitoring_url: string
  /** In percent. */
  sample_rate: number
  application_id: string
  region: string
}

const everything = 100

const valuesOf = ({ monitoring, ...config }: ClientPortalConfig): Values => ({
  maps_key: config.maps_key ?? '',
  monitoring_url: monitoring?.url ?? '',
  sample_rate: (monitoring?.sample_rate ?? 1) * everything,
  application_id: config.application_id ?? '',
  region: config.region ?? '',
})

const bodyOf = ({ monitoring_url: url, sample_rate, ...texts }: Values) => ({
  maps_key: texts.maps_key || null,
  monitoring: url ? { url, sample_rate: sample_rate / everything } : null,
  application_id: texts.application_id || null,
  region: texts.region || null,
})

const fieldsOf = ({ monitoring_url }: Values): readonly Field<Values>[] => [
  {
    name: 'maps_key',
    label: 'portal_config.maps_key',
    hint: 'portal_config.maps_key_hint',
    input: (props) => <TextInput {...props} maxLength={255} autoComplete="off" />,
  },
  {
    name: 'monitoring_url',
    label: 'portal_config.monitoring_url',
    schema: OidcIssuer,
    input: (props) => <TextInput {...props} placeholder="https://" maxLength={2048} autoComplete="off" />,
  },
  {
    name: 'sample_rate',
    label: 'portal_config.sample_rate',
    hint: 'portal_config.sample_rate_hint',
    isDisabled: monitoring_url === '',
    input: (props) => <NumberInput {...props} min={0} max={everything} clampBehavior="strict" suffix=" %" />,
  },
  {
    name: 'application_id',
    label: 'portal_config.application_id',
    hint: 'portal_config.application_id_hint',
    input: (props) => <TextInput {...props} maxLength={255} autoComplete="off" />,
  },
  {
    name: 'region',
    label: 'portal_config.region',
    input: (props) => <TextInput {...props} maxLength={64} autoComplete="off" />,
  },
]

/** The configuration of an account's portal. */
export const PortalConfigForm = ({ config, isReadOnly }: { config: ClientPortalConfig; isReadOnly: boolean }) => {
  const t = useText()
  const { client } = config
  const edit = useEdit({
    item: config,
    call: calls.putPortalConfig,
    changes: [calls.getPortalConfig],
    valuesOf: (saved: ClientPortalConfig | null) => valuesOf(saved ?? config),
    validate: rulesOf(fieldsOf),
    inputOf: (values, version) => ({ params: { client }, body: { version, ...bodyOf(values) } }),
    readLatest: (_, signal) => callApi(calls.getPortalConfig, { params: { client }, signal }),
    onSaved: (saved) => saved,
  })
  return <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={isReadOnly} title={t('portal_config.title')} />
}
