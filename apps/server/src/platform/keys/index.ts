export type { Keys } from './keys.ts'
export { keyFileOf, openKeys, readFingerprints } from './open-keys.ts'
export {
  isOwnDocument,
  type PublishedKey,
  publishedKey,
  publishedKeys,
  type SignedDocument,
  signDocument,
} from './signed-document.ts'
export { type SigningKey, signingKeyFromSeed } from './signing-key.ts'
export { UnwrapError } from './wrapping.ts'
