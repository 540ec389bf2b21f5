import { createHash } from 'node:crypto'
import type { BrokerSettings } from './broker-options.ts'

/** A sign-in for which the browser was redirected to the account's own provider and has not come back. */
export interface PendingSignIn {
  interaction_uid: string
  issuer: string
  state: string
  nonce: string
  code_verifier: string
}

export const pendingSignInSeconds = 15 * 60
const model = 'UpstreamTrip'

/** A separate cookie for each pending sign-in, so that two tabs don't interfere. */
export const pendingSignInCookie = (state: string): string => `holdfast_upstream_${hash(state).slice(0, 12)}`

export const savePendingSignIn = async (
  { store, now }: BrokerSettings,
  client: string,
  pending: PendingSignIn,
): Promise<void> => {
  await store.upsert(client, model, hash(pending.state), {
    payload: { ...pending },
    grant_id: null,
    uid: null,
    expires_at: new Date(now().getTime() + pendingSignInSeconds * 1000),
    consumed_at: null,
  })
}

/** Consumes a pending sign-in; `undefined` when it does not exist, has expired or was used before. */
export const consumePendingSignIn = async (
  { store, now }: BrokerSettings,
  client: string,
  state: string,
): Promise<PendingSignIn | undefined> => {
  const id = hash(state)
  const record = await store.find(client, model, id)
  if (record === undefined || record.expires_at <= now()) return undefined
  const isFirst = await store.consume(client, model, id, now())
  return isFirst ? (record.payload as unknown as PendingSignIn) : undefined
}

const hash = (state: string): string => createHash('sha256').update(state).digest('base64url')
