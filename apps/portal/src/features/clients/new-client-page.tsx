import { ClientIdentifier, type CreatedClient, calls, locales } from '@holdfast/contract'
import { Box, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { FormEnd } from '../../shared/forms/form-end.tsx'
import { LeaveQuestion } from '../../shared/forms/leave-question.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { useUnsaved } from '../../shared/forms/use-unsaved.ts'
import { useText } from '../../shared/i18n/text.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CreatedClientPanel } from './created-client-panel.tsx'
import { FirstAdministratorFields } from './first-administrator-fields.tsx'
import { IdentityProviderFields } from './identity-provider-fields.tsx'
import { noAdministrator, noProvider, shownErrors, signingInOf, signingInRules } from './signing-in.ts'

/** Creates a customer's account. */
export default function NewClientPage() {
  const t = useText()
  const { formatDisplayName } = useIntl()
  const [created, setCreated] = useState<CreatedClient | null>(null)
  const form = useForm({
    initialValues: {
      client: '',
      name: '',
      locale: 'en-GB' as (typeof locales)[number],
      hasProvider: false,
      identity_provider: noProvider,
      administrator: noAdministrator,
    },
    validateInputOnBlur: true,
    validate: {
      client: fieldRule(ClientIdentifier),
      name: (name) => (name.trim() ? null : t('clients.name_missing')),
      ...signingInRules,
    },
  })
  const { isUnsaved } = useUnsaved(form)
  const creating = useSave({
    call: calls.createClient,
    changes: [calls.listClients, calls.listPublicKeys],
    onFieldErrors: (errors) => form.setErrors(shownErrors(errors, form.getValues())),
    onSaved: setCreated,
  })
  if (created) {
    return (
      <>
        <LeaveQuestion isUnsaved={() => true} title="clients.leave_title" body="clients.leave_body" />
        <CreatedClientPanel created={created} />
      </>
    )
  }
  const create = ({ client, name, locale, ...signingIn }: typeof form.values) =>
    creating.save({ body: { client, name, locale, ...signingInOf(signingIn) } })
  return (
    <>
      <PageHeader title={t('clients.new')} />
      <Box maw={720}>
        <Panel>
          <form onSubmit={form.onSubmit(create)} noValidate>
            <Stack>
              <TextInput
                label={t('clients.client')}
                description={t('clients.client_hint')}
                withAsterisk
                data-autofocus
                autoComplete="off"
                {...form.getInputProps('client')}
              />
              <TextInput label={t('clients.name')} withAsterisk maxLength={255} {...form.getInputProps('name')} />
              <Select
                label={t('clients.locale')}
                data={locales.map((value) => ({
                  value,
                  label: formatDisplayName(value, { type: 'language' }) ?? value,
                }))}
                allowDeselect={false}
                {...form.getInputProps('locale')}
              />
              <Switch
                label={t('clients.own_provider')}
                description={t('clients.own_provider_hint')}
                {...form.getInputProps('hasProvider', { type: 'checkbox' })}
              />
              {form.values.hasProvider ? (
                <IdentityProviderFields form={form} />
              ) : (
                <FirstAdministratorFields form={form} />
              )}
              <FormEnd saving={creating} isUnsaved={isUnsaved} label="form.create" />
            </Stack>
          </form>
        </Panel>
      </Box>
    </>
  )
}
