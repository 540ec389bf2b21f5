import { Email, OidcAudience, OidcIssuer, UserReference } from '@holdfast/contract'
import type { UseFormReturnType } from '@mantine/form'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { text } from '../../shared/i18n/text.ts'

export const noProvider = { issuer: '', client_id: '', client_secret: '' }
export const noAdministrator = { user_reference: '', email: '', name: '' }

/** How the people of a new account sign in, as form values. */
export interface SigningIn {
  hasProvider: boolean
  identity_provider: typeof noProvider
  administrator: typeof noAdministrator
}

/** The part of the form that the fields need. */
export type SigningInForm = Pick<UseFormReturnType<SigningIn>, 'getInputProps'>

type Rule = (value: string) => string | null

const isNamed = ({ administrator }: SigningIn): boolean => Object.values(administrator).some((field) => field !== '')
const ofProvider = (rule: Rule) => (value: string, form: SigningIn) => (form.hasProvider ? rule(value) : null)
/**
 * The server says whether an account needs an administrator, because that depends on the installation. A name that is
 * given must be valid.
 */
const ofAdministrator = (rule: Rule) => (value: string, form: SigningIn) =>
  !form.hasProvider && isNamed(form) ? rule(value) : null

export const signingInRules = {
  identity_provider: {
    issuer: ofProvider(fieldRule(OidcIssuer)),
    client_id: ofProvider(fieldRule(OidcAudience)),
    client_secret: ofProvider((secret) => (secret === '' ? text('clients.secret_missing') : null)),
  },
  administrator: {
    user_reference: ofAdministrator(fieldRule(UserReference)),
    email: ofAdministrator(fieldRule(Email)),
    name: ofAdministrator((name) => (name.trim() === '' ? text('clients.name_missing') : null)),
  },
}

/**
 * The server's problems by the field that shows them. That there must or must not be an administrator is shown at the
 * administrator's first field.
 */
export const shownErrors = ({ administrator, ...errors }: Record<string, string>, form: SigningIn) => {
  if (administrator === undefined) return errors
  const refused = text(isNamed(form) ? 'clients.administrator_elsewhere' : 'clients.administrator_missing')
  return { ...errors, 'administrator.user_reference': refused }
}

/** The input of the call: an administrator, a provider, or neither, which the server may refuse. */
export const signingInOf = (form: SigningIn) => ({
  identity_provider: form.hasProvider ? form.identity_provider : null,
  administrator: !form.hasProvider && isNamed(form) ? form.administrator : null,
})
