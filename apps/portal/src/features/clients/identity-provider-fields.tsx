import { PasswordInput, TextInput } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import type { SigningInForm } from './signing-in.ts'

/** The customer's own OpenID Connect provider. */
export const IdentityProviderFields = ({ form }: { form: SigningInForm }) => {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('clients.issuer')}
        placeholder="https://"
        withAsterisk
        {...form.getInputProps('identity_provider.issuer')}
      />
      <TextInput
        label={t('clients.client_id')}
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('identity_provider.client_id')}
      />
      <PasswordInput
        label={t('clients.client_secret')}
        withAsterisk
        autoComplete="new-password"
        {...form.getInputProps('identity_provider.client_secret')}
      />
    </>
  )
}
