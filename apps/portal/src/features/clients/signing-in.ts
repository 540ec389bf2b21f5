import { text } from '../../shared/i18n/text.ts'

export const noProvider = { issuer: '', client_id: '', client_secret: '' }
export const noAdministrator = { user_reference: '', email: '', name: '' }

/** How the people of a new account sign in, as form values. */
export interface SigningIn {
  hasProvider: boolean
  identity_provider: typeof noProvider
  administrator: typeof noAdministrator
}

/** Whether an administrator is entered. */
export const isNamed = ({ administrator }: SigningIn): boolean =>
  Object.values(administrator).some((field) => field !== '')

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
