import { createHash } from 'node:crypto'
import type { BrokerSettings } from './broker-options.ts'
import { maxLogoutTokenAgeSeconds } from './logout-token.ts'

/** Records of the sessions that people have at an account's own provider. */

const sessionModel = 'UpstreamSession'
const logoutModel = 'LogoutToken'

const idOf = (issuer: string, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, name]))
    .digest('base64url')

interface UpstreamName {
  client: string
  issuer: string
}

/** Stores whose session a `sid` is, for as long as one of our sessions can last. Ending the person's sessions deletes it. */
export const saveUpstreamSession = async (
  { store, now, sessionSeconds }: BrokerSettings,
  { client, issuer }: UpstreamName,
  { sid, user_reference }: { sid: string; user_reference: string },
): Promise<void> =>
  store.upsert(client, sessionModel, idOf(issuer, sid), {
    payload: { accountId: user_reference },
    grant_id: null,
    uid: null,
    expires_at: new Date(now().getTime() + sessionSeconds * 1000),
    consumed_at: null,
  })

/** The person to whom the provider's session belongs; `undefined` when the session is not known here. */
export const ownerOfUpstreamSession = async (
  { store, now }: BrokerSettings,
  { client, issuer }: UpstreamName,
  sid: string,
): Promise<string | undefined> => {
  const record = await store.find(client, sessionModel, idOf(issuer, sid))
  if (record === undefined || record.expires_at <= now()) return undefined
  return String(record.payload.accountId)
}

export const wasLogoutTokenUsed = async (
  { store }: BrokerSettings,
  { client, issuer }: UpstreamName,
  jti: string,
): Promise<boolean> => (await store.find(client, logoutModel, idOf(issuer, jti))) !== undefined

/** Stores a logout token for longer than it could be used again. */
export const saveLogoutToken = async (
  { store, now }: BrokerSettings,
  { client, issuer }: UpstreamName,
  jti: string,
): Promise<void> =>
  store.upsert(client, logoutModel, idOf(issuer, jti), {
    payload: {},
    grant_id: null,
    uid: null,
    expires_at: new Date(now().getTime() + 2 * maxLogoutTokenAgeSeconds * 1000),
    consumed_at: null,
  })
