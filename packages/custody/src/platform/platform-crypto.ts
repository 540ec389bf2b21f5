/** A value (node:crypto is synchronous) or a promise of it (WebCrypto is not); callers `await` either. */
type MaybePromise<T> = T | Promise<T>

/** SHA-256 of bytes that arrive in pieces. */
interface RunningSha256 {
  update(bytes: Uint8Array): void
  digest(): Uint8Array
}

/** An AES-256-GCM key with a 16-byte tag. Nonces are 12 bytes; `sealed` is ciphertext followed by the tag. */
export interface AeadKey {
  seal(nonce: Uint8Array, associatedData: Uint8Array, plain: Uint8Array): MaybePromise<Uint8Array>
  /** The plaintext, or `undefined` when the tag does not match. Never returns plaintext that was not verified. */
  open(nonce: Uint8Array, associatedData: Uint8Array, sealed: Uint8Array): MaybePromise<Uint8Array | undefined>
}

/** One side of a new ECDH agreement on P-256. */
export interface Agreement {
  /** The ephemeral public key as an uncompressed point: 0x04, x, y; 65 bytes. */
  ephemeral: Uint8Array
  /** The shared secret Z: the x coordinate, 32 bytes. */
  shared: Uint8Array
}

/** A client's public key, parsed. `key_id` is base64url(SHA-256(SPKI DER)). */
export type ClientPublicKey = { readonly key_id: string } & (
  | { readonly kind: 'P-256'; agree(): MaybePromise<Agreement> }
  | { readonly kind: 'RSA'; encrypt(dek: Uint8Array): MaybePromise<Uint8Array> }
)

/**
 * A client's private key, parsed once and used for many payloads. A key in a key service can have this type, too, because
 * nothing here needs the private bytes.
 */
export type ClientPrivateKey = { readonly key_id: string } & (
  | {
      readonly kind: 'P-256'
      /** Z for an ephemeral uncompressed point, or `undefined` when the bytes are not a point of the curve. */
      agree(ephemeral: Uint8Array): MaybePromise<Uint8Array | undefined>
    }
  | {
      readonly kind: 'RSA'
      /** The RSA-OAEP-256 plaintext, or `undefined` when it does not decrypt. */
      decrypt(encrypted: Uint8Array): MaybePromise<Uint8Array | undefined>
    }
)

/** An Ed25519 private key that signs checkpoints. */
export interface SigningKey {
  /** The raw 32-byte public key. */
  readonly publicKey: Uint8Array
  sign(message: Uint8Array): MaybePromise<Uint8Array>
}

/** A key pair in DER: SPKI and PKCS #8. */
interface DerKeyPair {
  publicKey: Uint8Array
  privateKey: Uint8Array
}

/**
 * Everything that custody needs of the platform. `#crypto` selects the adapter by import condition: WebCrypto in a browser,
 * synchronous node:crypto elsewhere, because a WebCrypto call per 64 KiB segment costs more than its decryption.
 * Import functions return `undefined` for bytes that are not such a key.
 */
export interface PlatformCrypto {
  randomBytes(length: number): Uint8Array
  createSha256(): RunningSha256
  hkdfSha256(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): MaybePromise<Uint8Array>
  importAeadKey(raw: Uint8Array): MaybePromise<AeadKey>
  /** AES key wrap (RFC 3394) of a 32-byte key under a 32-byte key: 40 bytes. */
  wrapKey(wrappingKey: Uint8Array, key: Uint8Array): MaybePromise<Uint8Array>
  unwrapKey(wrappingKey: Uint8Array, wrapped: Uint8Array): MaybePromise<Uint8Array | undefined>
  generateP256(): MaybePromise<DerKeyPair>
  importPublicKey(spki: Uint8Array): MaybePromise<ClientPublicKey | undefined>
  importPrivateKey(pkcs8: Uint8Array): MaybePromise<ClientPrivateKey | undefined>
  generateEd25519(): MaybePromise<DerKeyPair>
  importSigningKey(pkcs8: Uint8Array): MaybePromise<SigningKey | undefined>
  verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): MaybePromise<boolean>
}

/** RSA keys shorter than this are refused (NIST SP 800-131A). */
export const smallestRsaBits = 2048
