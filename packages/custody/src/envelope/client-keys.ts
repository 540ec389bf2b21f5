import { platform } from '#crypto'
import { encodeBase64Url } from '../base64.ts'
import { sha256 } from '../bytes.ts'
import { decodePem, encodePem } from '../pem.ts'
import { isUncompressedPoint, p256Point } from '../platform/der.ts'
import type { ClientPrivateKey, ClientPublicKey } from '../platform/platform-crypto.ts'
import { EnvelopeError } from './envelope-error.ts'

/** A client's key pair for recordings. */
export interface ClientKeyPair {
  /** base64url(SHA-256(SPKI DER)), 43 characters: the same key always has the same name. */
  key_id: string
  /** PEM SPKI, `-----BEGIN PUBLIC KEY-----`. */
  public_key: string
  /** PEM PKCS #8, `-----BEGIN PRIVATE KEY-----`: store it where only the server's key store can read it. */
  private_key: string
}

const unusable = () =>
  new EnvelopeError('envelope.unusable_key', 'Neither a P-256 key nor an RSA key of 2048 bits or more, in PEM')

/** A new P-256 pair, the default for clients: an RSA unwrap costs several times as much, and there are many messages. */
export const generateClientKeyPair = async (): Promise<ClientKeyPair> => {
  const { publicKey, privateKey } = await platform.generateP256()
  return {
    key_id: encodeBase64Url(sha256(publicKey)),
    public_key: encodePem('PUBLIC KEY', publicKey),
    private_key: encodePem('PRIVATE KEY', privateKey),
  }
}

/**
 * Parses a PEM SPKI once, to seal many payloads to it.
 *
 * @throws EnvelopeError unusable_key
 */
export const importPublicKey = async (pem: string): Promise<ClientPublicKey> => {
  const spki = decodePem('PUBLIC KEY', pem)
  const key = spki && (await platform.importPublicKey(spki))
  if (!key || (key.kind === 'P-256' && !isUncompressedPoint(p256Point(spki)))) throw unusable()
  return key
}

/**
 * Parses a PEM PKCS #8 once, to unwrap many data keys with it.
 *
 * @throws EnvelopeError unusable_key
 */
export const importPrivateKey = async (pem: string): Promise<ClientPrivateKey> => {
  const pkcs8 = decodePem('PRIVATE KEY', pem)
  const key = pkcs8 && (await platform.importPrivateKey(pkcs8))
  if (!key) throw unusable()
  return key
}
