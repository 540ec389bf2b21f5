import { createHash } from 'node:crypto'
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { BrokerRecord, BrokerStore } from './stores.ts'

/** How oidc-provider's models reach the store of the account at hand. */
export interface AdapterContext {
  store: BrokerStore
  /** The account that the present request is about. */
  client: () => string
  now: () => Date
}

/** A session found by its public name has no secret to give: its hash stands in, marked so that it is not hashed again. */
const storedIdPrefix = 'stored:'

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

const storedId = (id: string): string => (id.startsWith(storedIdPrefix) ? id.slice(storedIdPrefix.length) : hash(id))

/**
 * Keeps one model of oidc-provider. Secrets (session ids, codes, refresh tokens) are kept as SHA-256 only, and using
 * a code or token up is atomic, so that two exchanges at once can't both succeed (RFC 6749 section 4.1.2, RFC 9700 section 4.14).
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
    // Hashed as it comes: what a browser presents never counts as an id of the store.
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
