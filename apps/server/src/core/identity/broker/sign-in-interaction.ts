import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Interaction, Provider } from 'oidc-provider'
import { chooseLocale, localesOf } from '../../../platform/http/index.ts'
import type { BrokerSettings } from './broker-options.ts'
import type { FailedAttempts } from './failed-attempts.ts'
import { readForm } from './http-input.ts'
import { pageHeaders, sendPage } from './pages/layout.ts'
import { renderSignInForm, type SignInForm } from './pages/sign-in-form.ts'
import type { PageLocale } from './pages/texts.ts'
import { maxPasswordLength, verifyPassword } from './passwords.ts'
import type { Account } from './stores.ts'

export interface InteractionContext {
  settings: BrokerSettings
  attempts: FailedAttempts
  provider: Provider
  account: Account
  interaction: Interaction
  request: IncomingMessage
  response: ServerResponse
}

export const showSignIn = (context: InteractionContext): void =>
  sendForm(context, 200, { locale: localeOf(context), login: loginHintOf(context.interaction) })

/**
 * Handles the submitted form. A correct password completes the sign-in. Anything else shows the form again with the same
 * message, whether the person, the password or the person's status was wrong.
 */
export const takeSignIn = async (context: InteractionContext): Promise<void> => {
  const { request, response, provider } = context
  const form = await readForm(request)
  if (form?.get('act') === 'cancel') {
    const declined = { error: 'access_denied', error_description: 'the person went back' }
    return provider.interactionFinished(request, response, declined, { mergeWithLastSubmission: false })
  }
  const login = form?.get('login')?.trim() ?? ''
  const password = form?.get('password') ?? ''
  const shown = { locale: localeOf(context, form?.get('locale')), login }
  if (login === '' || password === '') return sendForm(context, 400, { ...shown, refusal: { text: 'missing' } })

  const waitSeconds = await takeAttempt(context, login)
  if (waitSeconds > 0) {
    const refusal = { text: 'limited', minutes: Math.ceil(waitSeconds / 60) } as const
    return sendForm(context, 429, { ...shown, refusal }, { 'retry-after': String(waitSeconds) })
  }
  const userReference = await authenticate(context, login, password)
  if (userReference === undefined) return sendForm(context, 401, { ...shown, refusal: { text: 'wrong' } })
  const result = { login: { accountId: userReference, remember: false, amr: ['pwd'] } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

const takeAttempt = async (
  { settings, attempts, account: { client }, request }: InteractionContext,
  login: string,
): Promise<number> => {
  const address = settings.addressOf(request)
  const waitSeconds = attempts.take(client, login, address)
  if (waitSeconds > 0) await settings.observe({ event: 'sign_in_limited', client, address })
  return waitSeconds
}

/** The person's reference if login and password are correct and the person is active. */
const authenticate = async (
  { settings, attempts, account: { client }, request }: InteractionContext,
  login: string,
  password: string,
): Promise<string | undefined> => {
  const address = settings.addressOf(request)
  const person = await settings.people.findByLogin(client, login)
  const matches = await verifyPassword(password.slice(0, maxPasswordLength + 1), person?.password_hash)
  if (!matches || !person?.is_active) {
    const user_reference = person?.user_reference ?? null
    await settings.observe({ event: 'sign_in_failed', client, user_reference, address })
    return undefined
  }
  attempts.succeeded(client, login, address)
  const { user_reference } = person
  await settings.observe({ event: 'signed_in', client, user_reference, address, upstream_issuer: null })
  return user_reference
}

const sendForm = (
  { settings, account, response, interaction }: InteractionContext,
  status: number,
  form: Pick<SignInForm, 'locale' | 'login' | 'refusal'>,
  headers: Record<string, string> = {},
): void => {
  const html = renderSignInForm({ ...form, issuer: settings.issuer, accountName: account.name })
  const target = new URL(String(interaction.params.redirect_uri)).origin
  sendPage(response, status, html, { ...pageHeaders([target]), ...headers })
}

const localeOf = ({ request, interaction, settings }: InteractionContext, chosen?: string | null): PageLocale =>
  chooseLocale(
    chosen ?? new URL(request.url ?? '/', settings.issuer).searchParams.get('locale') ?? undefined,
    textParam(interaction, 'ui_locales'),
    ...localesOf(request),
  )

const loginHintOf = (interaction: Interaction): string => textParam(interaction, 'login_hint')?.slice(0, 255) ?? ''

const textParam = (interaction: Interaction, name: string): string | undefined => {
  const value = interaction.params[name]
  return typeof value === 'string' ? value : undefined
}
