import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { ClientIdentifier, PublicKey, text } from './fields.ts'
import { closed } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { Timestamp } from './times.ts'

export const keyAlgorithms = ['RSA-OAEP-256', 'ECDH-ES+A256KW'] as const
export const KeyAlgorithm = Type.Enum(keyAlgorithms)
export type KeyAlgorithm = Static<typeof KeyAlgorithm>

export const KeyId = text(128, 1)

export const PublicKeys = Type.Object(
  {
    ...accountFields,
    key_id: KeyId,
    algorithm: KeyAlgorithm,
    public_key: PublicKey,
    is_current: Type.Boolean({ description: 'Devices seal with this one' }),
    created_at: Timestamp,
  },
  { title: 'PublicKeys', description: 'A public key to which the devices of an account wrap their data keys.' },
)
export type PublicKeys = Static<typeof PublicKeys>

export const listPublicKeys = call({
  catalogue: 'admin-internal',
  method: 'GET',
  path: '/public_keys',
  summary: 'Lists the public keys of the accounts, newest first.',
  action: 'internal:keys',
  query: listQuery({ client: Type.Optional(ClientIdentifier), is_current: Type.Optional(Type.Boolean()) }),
  response: listOf(PublicKeys),
  errors: ['list.bad_last_key'],
})

export const rotatePublicKey = call({
  catalogue: 'admin-internal',
  method: 'POST',
  path: '/public_keys/{client}/rotation',
  summary: "Replaces an account's key pair: devices seal with the new key at once, old recordings still open.",
  action: 'internal:keys',
  params: Type.Object({ client: ClientIdentifier }, closed),
  response: PublicKeys,
  audit: 'public_key.rotated',
  errors: ['request.not_found'],
  beyondSpecification: true,
})

export const publicKeyCalls = { listPublicKeys, rotatePublicKey }
