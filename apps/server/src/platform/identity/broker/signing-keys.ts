import { createHash, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { JWKS } from 'oidc-provider'

/** Gives the Ed25519 private key of a purpose: the same one in every process of the installation. */
export type SigningKeySource = (purpose: string) => KeyObject | Promise<KeyObject>

/** Signing keys change every 30 days; ASVS 5.0 asks for a defined crypto period, not for a certain one. */
export const keyPeriodSeconds = 30 * 24 * 60 * 60

export const keyPeriodAt = (now: Date): number => Math.floor(now.getTime() / 1000 / keyPeriodSeconds)

/**
 * The keys that sign id tokens in a period: the period's own first (it signs), then the next one, so that verifiers
 * know it before it is used, then the previous one, for tokens that still live.
 */
export const signingKeysOf = async (period: number, source: SigningKeySource): Promise<JWKS> => ({
  keys: await Promise.all([period, period + 1, period - 1].map((number) => signingKeyOf(number, source))),
})

const signingKeyOf = async (period: number, source: SigningKeySource): Promise<JWKS['keys'][number]> => {
  const key = await source(`identity tokens ${period}`)
  const { crv, d, x } = key.export({ format: 'jwk' })
  if (crv !== 'Ed25519' || d === undefined || x === undefined) throw new TypeError('an Ed25519 private key is needed')
  return { kty: 'OKP', crv, d, x, use: 'sig', alg: 'EdDSA', kid: keyId(key) }
}

const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('base64url')
    .slice(0, 16)

/** A symmetric secret of a purpose (32 bytes, base64url), derived by HKDF from the purpose's private key. */
export const secretOf = async (purpose: string, source: SigningKeySource): Promise<string> => {
  const seed = (await source(purpose)).export({ format: 'der', type: 'pkcs8' })
  return Buffer.from(hkdfSync('sha256', seed, 'holdfast identity', purpose, 32)).toString('base64url')
}
