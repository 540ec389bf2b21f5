import type { JSONWebKeySet } from 'jose'
import type { JWKS } from 'oidc-provider'
import type { Keys } from '../../../platform/keys/index.ts'

/** What the broker needs of the installation's keys. They are the same in every process, so no key has to be stored. */
export type BrokerKeys = Pick<Keys, 'signingKey' | 'verificationKeys' | 'derive'>

/** Signing keys rotate every 30 days automatically. */
export const keyPeriodSeconds = 30 * 24 * 60 * 60

export const keyPeriodAt = (now: Date): number => Math.floor(now.getTime() / 1000 / keyPeriodSeconds)

const purposeOf = (period: number): string => `identity tokens ${period}`

/** The private key that signs the id tokens of a period. */
export const signingKeysOf = (period: number, keys: BrokerKeys): JWKS => {
  const { privateKey, publicJwk } = keys.signingKey(purposeOf(period))
  const { d } = privateKey.export({ format: 'jwk' })
  if (d === undefined) throw new TypeError('a private key is needed to sign')
  return { keys: [{ ...publicJwk, d }] }
}

/**
 * The public keys of a period: its own; the next one's, so that verifiers know it before it signs; and the previous one's, for
 * tokens that are still valid. After a rotation of the masters, the keys of the old masters are included.
 */
export const publishedKeysOf = (period: number, keys: BrokerKeys): JSONWebKeySet => ({
  keys: [period, period + 1, period - 1].flatMap((number) => keys.verificationKeys(purposeOf(number))),
})

/** The secret that signs the broker's cookies. */
export const cookieSecretOf = (keys: BrokerKeys): string =>
  Buffer.from(keys.derive('identity cookies', 32)).toString('base64url')
