/** Deleting recordings, logically and with a reason, and restoring them. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference, writtenText } from './fields.ts'
import { MatterReference } from './legal-holds.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { PayloadDetail, PayloadParams } from './payloads.ts'
import { PayloadReferences } from './reference-lists.ts'

export const maxDeletionReasonCharacters = 1000

export const DeletionOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['deleted', 'refused']),
    code: Type.Optional(
      Type.String({
        description:
          'Product error code of a refusal: payload.not_found, auth.forbidden, payload.not_deletable or payload.on_hold',
      }),
    ),
    message: Type.Optional(Type.String()),
    matter_references: Type.Optional(
      Type.Array(MatterReference, {
        description: 'Of payload.on_hold, for callers who may see legal holds: the matters that keep it',
      }),
    ),
  },
  {
    title: 'DeletionOutcome',
    description: 'What became of one recording. One that was deleted before stays as it is.',
  },
)
export type DeletionOutcome = Static<typeof DeletionOutcome>

export const deletePayloads = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/delete',
  summary:
    'Deletes 1 to 100 recordings, in the order of their references. Their content is no longer handed out; they can be restored until they are destroyed.',
  action: 'payloads:delete',
  body: Type.Object(
    { payload_references: PayloadReferences, reason: writtenText(maxDeletionReasonCharacters) },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: Type.Object({ items: Type.Array(DeletionOutcome) }),
  audit: 'payload.deleted',
  beyondSpecification: true,
})

export const restorePayload = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/{payload_reference}/restore',
  summary: 'Restores a deleted recording to the state that it had before.',
  action: 'payloads:restore',
  params: PayloadParams,
  response: PayloadDetail,
  audit: 'payload.restored',
  errors: ['payload.not_found', 'payload.illegal_transition'],
})

export const RestorationOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: Type.Enum(['restored', 'refused']),
    code: Type.Optional(
      Type.String({
        description: 'Product error code of a refusal: payload.not_found, auth.forbidden or payload.not_deleted',
      }),
    ),
    message: Type.Optional(Type.String()),
  },
  {
    title: 'RestorationOutcome',
    description: 'What became of one recording. One that the caller restored before stays as it is.',
  },
)

export const restorePayloads = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/restore',
  summary: 'Restores 1 to 100 deleted recordings to the states that they had before, in the order of their references.',
  action: 'payloads:restore',
  body: Type.Object({ payload_references: PayloadReferences }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Type.Object({ items: Type.Array(RestorationOutcome) }),
  audit: 'payload.restored',
  beyondSpecification: true,
})

export const payloadDeletionCalls = { deletePayloads, restorePayload, restorePayloads }
