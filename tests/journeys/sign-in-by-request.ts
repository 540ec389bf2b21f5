import { createHash, randomBytes } from 'node:crypto'
import type { SessionTokens, Terms } from '@holdfast/contract'
import type { APIRequestContext, APIResponse } from 'playwright-core'
import { personOf, type SessionState } from '../../apps/portal/src/shared/session/session-state.ts'
import { tokensFrom } from '../../apps/portal/src/shared/session/tokens.ts'

interface Credentials {
  client: string
  person: string
  password: string
}

const answered = async (response: APIResponse): Promise<APIResponse> => {
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return response
}

const json = async <Answer>(response: APIResponse): Promise<Answer> => (await answered(response)).json()

/**
 * Signs a person in at the real broker with the requests of the sign-in pages, without drawing them, and accepts the
 * terms.
 * @param request the requests of the person's browser context, which keeps the broker's cookies
 * @returns what the portal stores of the session in the tab's sessionStorage
 */
export const signInByRequest = async (
  request: APIRequestContext,
  { client, person, password }: Credentials,
): Promise<SessionState> => {
  const base = `/api/admin/v1/${client}`
  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const params = { state: randomBytes(16).toString('base64url'), code_challenge }
  const { url } = await json<{ url: string }>(await request.get(`${base}/url`, { params }))
  const { code, redirect_uri } = await codeFor(request, url, { login: person, password })
  const exchanged = await request.get(`${base}/exchange`, { params: { code, redirect_uri, code_verifier } })
  const tokens = await json<SessionTokens>(exchanged)
  await acceptTerms(request, base, tokens.id_token)
  const session = { client, tokens: tokensFrom(tokens, Date.now()), support: null }
  // The broker does not ask for a password when it knows somebody in this browser: that must not be another person.
  if (personOf(session) !== `${client} ${person}`)
    throw new Error(`${personOf(session)} was signed in instead of ${person}`)
  return session
}

/**
 * Follows the redirects to the broker's sign-in form, if it asks for a password, and from there to the portal's address
 * with the code.
 */
const codeFor = async (
  request: APIRequestContext,
  url: string,
  form: { login: string; password: string },
): Promise<{ code: string; redirect_uri: string }> => {
  let visited = await answered(await request.get(url))
  if (!codeIn(visited)) {
    visited = await answered(await request.post(visited.url(), { form: { ...form, act: 'sign_in' } }))
  }
  const code = codeIn(visited)
  if (!code) throw new Error(`${form.login} got no code: ${visited.url()}\n${await visited.text()}`)
  const { origin, pathname } = new URL(visited.url())
  return { code, redirect_uri: origin + pathname }
}

const codeIn = (visited: APIResponse): string | null => new URL(visited.url()).searchParams.get('code')

const acceptTerms = async (request: APIRequestContext, base: string, idToken: string): Promise<void> => {
  const headers = { authorization: `Bearer ${idToken}` }
  const terms = await json<Terms>(await request.get(`${base}/terms`, { headers }))
  if (terms.accepted_at) return
  const { version, text_hash, locale } = terms
  await answered(await request.post(`${base}/terms/acceptance`, { headers, data: { version, text_hash, locale } }))
}
