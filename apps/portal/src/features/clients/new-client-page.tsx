import { ClientIdentifier, type CreatedClient, calls, locales } from '@holdfast/contract'
import { Box, type ComboboxItem, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { checkedWhenLeft } from '../../shared/forms/checked-when-left.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { FormEnd } from '../../shared/forms/form-end.tsx'
import { FormFields } from '../../shared/forms/form-fields.tsx'
import { useFirstField } from '../../shared/forms/use-first-field.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { useUnsaved } from '../../shared/forms/use-unsaved.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { LeaveQuestion } from '../../shared/ui/leave-question.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { CreatedClientPanel } from './created-client-panel.tsx'
import { noAdministrator, noProvider, type SigningIn, shownErrors, signingInOf } from './signing-in.ts'
import { signingInFieldsOf } from './signing-in-fields.tsx'

interface Values extends SigningIn {
  client: string
  name: string
  locale: (typeof locales)[number]
}

const newClient: Values = {
  client: '',
  name: '',
  locale: 'en-GB',
  hasProvider: false,
  identity_provider: noProvider,
  administrator: noAdministrator,
}

const fieldsWith =
  (languages: readonly ComboboxItem[]) =>
  (values: Values): readonly Field<Values>[] => [
    {
      name: 'client',
      label: 'clients.client',
      hint: 'clients.client_hint',
      isRequired: true,
      schema: ClientIdentifier,
      input: (props) => <TextInput {...props} data-autofocus autoComplete="off" />,
    },
    {
      name: 'name',
      label: 'clients.name',
      isRequired: true,
      problem: values.name.trim() ? null : text('clients.name_missing'),
      input: (props) => <TextInput {...props} maxLength={255} />,
    },
    {
      name: 'locale',
      label: 'clients.locale',
      input: (props) => <Select {...props} data={languages} allowDeselect={false} />,
    },
    {
      name: 'hasProvider',
      label: 'clients.own_provider',
      hint: 'clients.own_provider_hint',
      input: (props) => <Switch {...props} />,
    },
    ...signingInFieldsOf(values),
  ]

/** Creates a customer's account. */
export default function NewClientPage() {
  const t = useText()
  const { formatDisplayName } = useIntl()
  const ref = useFirstField()
  const [created, setCreated] = useState<CreatedClient | null>(null)
  const fieldsOf = fieldsWith(
    locales.map((value) => ({ value, label: formatDisplayName(value, { type: 'language' }) ?? value })),
  )
  const form = useForm({ initialValues: newClient, ...checkedWhenLeft<Values>(), validate: rulesOf(fieldsOf) })
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
  const create = ({ client, name, locale, ...signingIn }: Values) =>
    creating.save({ body: { client, name, locale, ...signingInOf(signingIn) } })
  return (
    <>
      <PageHeader title={t('clients.new')} />
      <Box maw={720}>
        <Panel>
          <form ref={ref} onSubmit={form.onSubmit(create)} noValidate>
            <Stack>
              <FormFields form={form} fields={fieldsOf(form.values)} />
              <FormEnd saving={creating} isUnsaved={isUnsaved} label="form.create" />
            </Stack>
          </form>
        </Panel>
      </Box>
    </>
  )
}
