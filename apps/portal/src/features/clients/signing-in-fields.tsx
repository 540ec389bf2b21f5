import { Email, OidcAudience, OidcIssuer, UserReference } from '@holdfast/contract'
import { PasswordInput, TextInput } from '@mantine/core'
import type { Field } from '../../shared/forms/field.ts'
import { text } from '../../shared/i18n/text.ts'
import { isNamed, type SigningIn } from './signing-in.ts'

/** The customer's own OpenID Connect provider. */
const providerFieldsOf = ({ identity_provider }: SigningIn): readonly Field<SigningIn>[] => [
  {
    name: 'identity_provider.issuer',
    label: 'clients.issuer',
    isRequired: true,
    schema: OidcIssuer,
    input: (props) => <TextInput {...props} placeholder="https://" />,
  },
  {
    name: 'identity_provider.client_id',
    label: 'clients.client_id',
    isRequired: true,
    schema: OidcAudience,
    input: (props) => <TextInput {...props} autoComplete="off" />,
  },
  {
    name: 'identity_provider.client_secret',
    label: 'clients.client_secret',
    isRequired: true,
    problem: identity_provider.client_secret === '' ? text('clients.secret_missing') : null,
    input: (props) => <PasswordInput {...props} autoComplete="new-password" />,
  },
]

/**
 * The first administrator of an account without an identity provider. Their password is shown once. The server says
 * whether an account needs an administrator, because that depends on the installation. One that is entered must be valid.
 */
const administratorFieldsOf = (form: SigningIn): readonly Field<SigningIn>[] => [
  {
    name: 'administrator.user_reference',
    label: 'clients.administrator',
    hint: 'clients.administrator_hint',
    isRequired: true,
    schema: isNamed(form) ? UserReference : undefined,
    input: (props) => <TextInput {...props} autoComplete="off" />,
  },
  {
    name: 'administrator.email',
    label: 'clients.administrator_email',
    isRequired: true,
    schema: isNamed(form) ? Email : undefined,
    input: (props) => <TextInput {...props} type="email" autoComplete="off" />,
  },
  {
    name: 'administrator.name',
    label: 'clients.administrator_name',
    isRequired: true,
    problem: isNamed(form) && form.administrator.name.trim() === '' ? text('clients.name_missing') : null,
    input: (props) => <TextInput {...props} autoComplete="off" maxLength={255} />,
  },
]

export const signingInFieldsOf = (form: SigningIn): readonly Field<SigningIn>[] =>
  form.hasProvider ? providerFieldsOf(form) : administratorFieldsOf(form)
