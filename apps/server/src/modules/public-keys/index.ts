import { calls } from '@holdfast/contract'
import { type ServedCall, serve } from '../../platform/http/index.ts'
import { listPublicKeys } from './list-public-keys.ts'
import { rotatePublicKey } from './rotate-public-key.ts'

export const publicKeyCalls: readonly ServedCall[] = [
  serve(calls.listPublicKeys, listPublicKeys),
  serve(calls.rotatePublicKey, rotatePublicKey),
]
