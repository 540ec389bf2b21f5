import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { BrokerRecord, BrokerStore } from './stores.ts'

/** How oidc-provider's models access the store. */
export interface AdapterContext {
  store: BrokerStore
  /** The account of the current request. */
  client: () => string
  now: () => Date
}

/** Marks an id that is hashed already: a session found by its uid has no secret, so its stored hash is used as the id. */
const storedIdPrefix = 'stored:'

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const storedId = (id: string): string => (id.startsWith(storedIdPrefix) ? id.slice(storedIdPrefix.length) : hash(id))

/**
 * Stores one model of oidc-provider. Secrets (session ids, codes, refresh tokens) are stored only as SHA-256. Consuming a code
 * or token is atomic, so that two concurrent exchanges can't both succeed (RFC 6749 section 4.1.2, RFC 9700 section 4.14).
 */
export const recordAdapter = (model: string, { store, client, now }: AdapterContext): Adapter => ({
  async upsert(id, payload, expiresInSeconds = 0) {
    await store.upsert(client(), model, storedId(id), {
      payload: withoutSecrets(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: new Date(now().getTime() + expiresInSeconds * 1000),
      consumed_at: null,
    })
  },

  async find(id) {
    // Always hashed, so that a browser can't present an id of the store.
    const record = await store.find(client(), model, hash(id))
    return record === undefined ? undefined : asPayload(record, id)
  },

  async findByUid(uid) {
    const record = await store.findByUid(client(), model, uid)
    return record === undefined ? undefined : asPayload(record, `${storedIdPrefix}${record.id}`)
  },

  async findByUserCode() {
    return undefined
  },

  async consume(id) {
    const first = await store.consume(client(), model, storedId(id), now())
    if (!first) throw new errors.InvalidGrant('already used')
  },

  async destroy(id) {
    await store.destroy(client(), model, storedId(id))
  },

  async revokeByGrantId(grantId) {
    await store.revokeByGrantId(client(), model, grantId)
  },
})

const asPayload = ({ payload, consumed_at }: BrokerRecord, jti: string): AdapterPayload => ({
  ...payload,
  jti,
  ...(consumed_at === null ? {} : { consumed: Math.floor(consumed_at.getTime() / 1000) }),
})

const withoutSecrets = (payload: AdapterPayload): Record<string, unknown> => {
  const { jti: _jti, consumed: _consumed, session, ...rest } = payload
  if (session === undefined) return rest
  const { cookie: _cookie, ...kept } = session
  return { ...rest, session: kept }
}
