import { createHash, randomBytes } from 'node:crypto'
import type { AlertPermission, Permission } from '@holdfast/contract'
import { bumpAccessVersion } from '../../apps/server/src/core/authorization/index.ts'
import type { OpenPlatform } from '../../apps/server/src/core/open-platform.ts'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import { client } from './installation.ts'

export const password = 'correct horse battery staple'

/** Creates a person with a role of their own that has these permissions. */
export const createPerson = async (
  platform: OpenPlatform,
  user_reference: string,
  permissions: readonly Permission[],
  {
    account = client,
    alert_permissions = [],
  }: { account?: string; alert_permissions?: readonly AlertPermission[] } = {},
): Promise<void> => {
  await platform.database.transaction(account, async (tx) => {
    await tx.db
      .insertInto('roles')
      .values({
        client: account,
        role_reference: user_reference,
        permissions: JSON.stringify(permissions),
        alert_permissions: JSON.stringify(Object.fromEntries(alert_permissions.map((one) => [one, true]))),
        is_alertable: false,
        description: '',
        is_system: false,
        created_at: tx.now,
        updated_at: tx.now,
        updated_by: 'bench',
      })
      .execute()
    await bumpAccessVersion(tx)
  })
  await platform.identity.savePerson(account, {
    user_reference,
    email: `${user_reference}@example.com`,
    name: user_reference,
    roles: [user_reference],
    user_group: null,
    password,
  })
}

/** Signs a person in at the real broker, as a browser does, and accepts the terms. Returns the id token. */
export const signIn = async (origin: string, user_reference: string, account = client): Promise<string> => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const base = `${origin}/api/admin/v1/${account}`
  const stopAt = `${origin}/sign-in`
  const { url } = await answerOf<{ url: string }>(`${base}/url?state=s&code_challenge=${challenge}`)
  const browser = new CookieBrowser()
  const page = await browser.open(url, stopAt)
  const visit = await browser.submit(page, { login: user_reference, password, act: 'sign_in' }, stopAt)
  const code = visit.url.searchParams.get('code') ?? ''
  const query = new URLSearchParams({ code, redirect_uri: stopAt, code_verifier: verifier })
  const { id_token } = await answerOf<{ id_token: string }>(`${base}/exchange?${query}`)
  await acceptTerms(`${base}/terms`, id_token)
  return id_token
}

const acceptTerms = async (address: string, id_token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
  const { version, text_hash, locale } = await answerOf<Record<string, string>>(address, { headers })
  const body = JSON.stringify({ version, text_hash, locale })
  await answerOf(`${address}/acceptance`, { method: 'POST', headers, body })
}

const answerOf = async <T>(address: string, init: RequestInit = {}): Promise<T> => {
  const response = await fetch(address, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${address}: ${response.status} ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T
}
