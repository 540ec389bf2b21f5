import { Email, OidcAudience, OidcIssuer, UserReference } from '@holdfast/contract'
import type { UseFormReturnType } from '@mantine/form'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { text } from '../../shared/i18n/text.ts'

export const noProvider = { issuer: '', client_id: '', client_secret: '' }
export const noAdministrator = { user_reference: '', email: '', name: '' }

/** How the people of a new account sign in, as the form has it. */
export interface SigningIn {
  hasProvider: boolean
  identity_provider: typeof noProvider
  administrator: typeof noAdministrator
}

/** The part of the form's fields that read and write it. */
export type SigningInForm = Pick<UseFormReturnType<SigningIn>, 'getInputProps'>

type Rule = (value: string) => string | null

const isNamed = ({ administrator }: SigningIn): boolean => Object.values(administrator).some((field) => field !== '')
const ofProvider = (rule: Rule) => (value: string, form: SigningIn) => (form.hasProvider ? rule(value) : null)
/** Whether an account needs an administrator depends on the installation: the server says so. One that is named must fit. */
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

/** What the server says of fields, where the form shows it: that there is an administrator, or none, at the first field of one. */
export const shownErrors = ({ administrator, ...errors }: Record<string, string>, form: SigningIn) => {
  if (administrator === undefined) return errors
  const refused = text(isNamed(form) ? 'clients.administrator_elsewhere' : 'clients.administrator_missing')
  return { ...errors, 'administrator.user_reference': refused }
}

/** What the call is told of it: one of the two, or neither, which the server may refuse. */
export const signingInOf = (form: SigningIn) => ({
  identity_provider: form.hasProvider ? form.identity_provider : null,
  administrator: !form.hasProvider && isNamed(form) ? form.administrator : null,
})
