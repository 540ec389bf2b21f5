import type { Handlers } from '../../core/calls/index.ts'
import { listPublicKeys } from './list-public-keys.ts'
import { rotatePublicKey } from './rotate-public-key.ts'

export const publicKeyHandlers = {
  listPublicKeys,
  rotatePublicKey,
} satisfies Partial<Handlers>
