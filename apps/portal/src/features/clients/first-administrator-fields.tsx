import { TextInput } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import type { SigningInForm } from './signing-in.ts'

/** The first administrator of an account without an identity provider. Their password is shown once. */
export const FirstAdministratorFields = ({ form }: { form: SigningInForm }) => {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('clients.administrator')}
        description={t('clients.administrator_hint')}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('administrator.user_reference')}
      />
      <TextInput
        label={t('clients.administrator_email')}
        type="email"
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('administrator.email')}
      />
      <TextInput
        label={t('clients.administrator_name')}
        withAsterisk
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('administrator.name')}
      />
    </>
  )
}
