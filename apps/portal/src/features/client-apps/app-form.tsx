import {
  type ClientAppConfiguration,
  ClientAppReference,
  calls,
  JwksUri,
  OidcAudience,
  OidcIssuer,
} from '@holdfast/contract'
import { MultiSelect, Stack, TextInput } from '@mantine/core'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { useRoleNames } from '../../shared/access/use-role-names.ts'
import { callApi } from '../../shared/api/client.ts'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { networksRule } from '../../shared/forms/networks.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { fieldsOfApp, textsOfApp, valuesOfApp } from './app-values.ts'

const issuerFields = [
  { name: 'issuer', label: 'apps.issuer', description: 'apps.issuer_hint', placeholder: 'https://' },
  { name: 'audience', label: 'apps.audience', description: 'apps.audience_hint', placeholder: '' },
  { name: 'jwks_uri', label: 'apps.jwks_uri', description: 'apps.jwks_uri_hint', placeholder: 'https://' },
] as const

/** The editor of a client app: the issuer of its tokens, and what they give access to. */
export const AppForm = ({ app, isReadOnly }: { app: ClientAppConfiguration | null; isReadOnly: boolean }) => {
  const t = useText()
  const roleNames = useRoleNames()
  const edit = useEdit({
    item: app,
    call: app ? calls.putApp : calls.createApp,
    changes: [calls.listApps, calls.listRoles],
    valuesOf: valuesOfApp,
    validate: {
      app_reference: fieldRule(ClientAppReference),
      oidc_config: { issuer: fieldRule(OidcIssuer), audience: fieldRule(OidcAudience), jwks_uri: fieldRule(JwksUri) },
      cidr_ranges: networksRule,
    },
    inputOf: ({ app_reference, ...values }, version) => ({
      params: { app_reference },
      body: app ? { version, ...fieldsOfApp(values) } : fieldsOfApp(values),
    }),
    readLatest: ({ app_reference }, signal) => callApi(calls.getApp, { params: { app_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ app_reference }) => ['apps', app_reference],
  })
  const { form } = edit
  return (
    <Panel>
      <form onSubmit={form.onSubmit(() => edit.save())} noValidate>
        <Stack>
          {!app && (
            <TextInput
              label={t('apps.reference')}
              description={t('apps.reference_hint')}
              withAsterisk
              data-autofocus
              {...form.getInputProps('app_reference')}
            />
          )}
          {issuerFields.map(({ name, label, description, placeholder }) => (
            <TextInput
              key={name}
              label={t(label)}
              description={t(description)}
              placeholder={placeholder}
              withAsterisk
              disabled={isReadOnly}
              {...form.getInputProps(`oidc_config.${name}`)}
            />
          ))}
          <MultiSelect
            label={t('people.roles')}
            data={[...new Set([...roleNames, ...form.values.roles])]}
            searchable
            disabled={isReadOnly}
            {...form.getInputProps('roles')}
          />
          <GroupInput
            label={t('people.group')}
            description={t('apps.group_hint')}
            disabled={isReadOnly}
            {...form.getInputProps('group')}
          />
          <NetworksInput
            label={t('roles.networks')}
            ranges={form.values.cidr_ranges}
            error={form.errors.cidr_ranges}
            isReadOnly={isReadOnly}
            onChange={(ranges) => form.setFieldValue('cidr_ranges', ranges)}
          />
          <EditEnd edit={edit} isReadOnly={isReadOnly} textsOf={textsOfApp} />
        </Stack>
      </form>
    </Panel>
  )
}
