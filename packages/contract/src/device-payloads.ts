/** How a handset registers its recordings, uploads them and reads their status. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadRegistration } from './payload-registration.ts'
import { DeviceFailureReason, PayloadStateDevice } from './payload-states.ts'
import { PayloadParams } from './payloads.ts'
import { PayloadReferences } from './reference-lists.ts'

export const registrationResults = ['registered', 'known', 'uploaded', 'refused'] as const
export const RegistrationResult = Type.Enum(registrationResults)

export const PayloadRegistrationOutcome = Type.Object(
  {
    payload_reference: nullable(PayloadReference),
    result: RegistrationResult,
    code: Type.Optional(Type.String({ description: 'Product error code of a refusal' })),
    message: Type.Optional(Type.String()),
    upload_offset: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Sealed bytes that have arrived; continue from here' }),
    ),
  },
  {
    title: 'PayloadRegistrationOutcome',
    description: 'What became of one item; payload_reference is null where the item has none that can be one.',
  },
)
export type PayloadRegistrationOutcome = Static<typeof PayloadRegistrationOutcome>

export const registerPayloads = call({
  catalogue: 'device',
  method: 'POST',
  path: '/payloads',
  summary: 'Registers 1 to 100 recordings; small ones may carry their sealed bytes. Repeating it changes nothing.',
  action: 'device',
  body: Type.Object(
    { items: Type.Array(PayloadRegistration, { minItems: 1, maxItems: limits.maxReferencesInBatch }) },
    closed,
  ),
  itemByItem: 'items',
  maxBodyBytes: limits.maxRegistrationBodyBytes,
  response: Type.Object({
    items: Type.Array(PayloadRegistrationOutcome),
    current_key_id: Type.String({
      description: 'The key to seal to from now on; a device that has another one asks for its configuration',
    }),
  }),
  audit: 'payload.registered',
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

const uploadOffset = {
  description: 'Sealed bytes that have arrived; the upload continues from here',
  schema: Type.Integer({ minimum: 0 }),
} as const

export const getUploadOffset = call({
  catalogue: 'device',
  method: 'HEAD',
  path: '/payloads/{payload_reference}/content',
  summary: 'Answers in Upload-Offset how many sealed bytes have arrived.',
  action: 'device',
  params: PayloadParams,
  responseKind: 'empty',
  responseHeaders: { 'Upload-Offset': { ...uploadOffset, statuses: [204] } },
  errors: ['payload.not_found', 'device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const uploadContent = call({
  catalogue: 'device',
  method: 'PATCH',
  path: '/payloads/{payload_reference}/content',
  summary: 'Appends sealed bytes at Upload-Offset, checked against Content-Digest (RFC 9530); answers the new offset.',
  action: 'device',
  params: PayloadParams,
  bodyKind: 'stream',
  requestHeaders: {
    'Upload-Offset': { ...uploadOffset, description: 'Where the part begins', required: true },
    'Content-Digest': {
      description: 'SHA-256 of the part (RFC 9530)',
      schema: Type.String({ pattern: 'sha-256=:[A-Za-z0-9+/]{43}=:' }),
      required: true,
    },
    'Content-Length': {
      description: 'Bytes of the part',
      schema: Type.Integer({ minimum: 1, maximum: limits.maxUploadPartBytes }),
      required: true,
    },
  },
  responseKind: 'empty',
  responseHeaders: { 'Upload-Offset': { ...uploadOffset, statuses: [204, 409] } },
  audit: 'payload.part_received',
  errors: [
    'payload.not_found',
    'payload.not_uploadable',
    'payload.checksum_mismatch',
    'payload.size_mismatch',
    'upload.wrong_offset',
    'upload.digest_mismatch',
    'upload.length_required',
    'device.deactivated',
    'device.blocked',
  ],
  beyondSpecification: true,
})

export const readPayloadStatuses = call({
  catalogue: 'device',
  method: 'POST',
  path: '/payloads/statuses',
  summary: 'Tells what became of 1 to 100 recordings, and why one failed; a device drops its copy only on processed.',
  action: 'device',
  body: Type.Object({ payload_references: PayloadReferences }, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        payload_reference: PayloadReference,
        status: PayloadStateDevice,
        reason: Type.Optional(DeviceFailureReason),
      }),
    ),
  }),
  audit: 'payload.statuses_read',
  errors: ['device.deactivated', 'device.blocked'],
  beyondSpecification: true,
})

export const devicePayloadCalls = { registerPayloads, getUploadOffset, uploadContent, readPayloadStatuses }
