/** How a handset registers what it recorded, uploads it and asks what became of it. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { PayloadReference, PhoneNumber, Sha256Hex, text } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { PayloadStateDevice } from './payload-states.ts'
import { PayloadType } from './payload-types.ts'
import { PayloadParams } from './payloads.ts'
import { Timestamp } from './times.ts'

const base64 = (maxBytes: number) =>
  Type.String({
    rule: 'Base64',
    maxLength: 4 * Math.ceil(maxBytes / 3),
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  })

/**
 * One recording as its handset registers it. A `Recorded` one needs key_id, encrypted_dek, iv, checksum and size;
 * `NotRecorded` (aborted and blocked calls) has none of them. `meta` is checked by payload_type, item by item, so that one
 * bad item is refused alone (`payloadMetaSchemas`).
 */
export const PayloadRegistration = Type.Object(
  {
    payload_reference: PayloadReference,
    sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    payload_type: PayloadType,
    payload_time: Timestamp,
    payload_state: Type.Enum(['Recorded', 'NotRecorded']),
    key_id: Type.Optional(text(128, 1)),
    encrypted_dek: Type.Optional(text(2048, 1)),
    iv: Type.Optional(text(64, 1)),
    checksum: Type.Optional(Sha256Hex),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.maxPayloadBytes })),
    numbers: Type.Array(PhoneNumber, { maxItems: limits.maxSecondParties }),
    meta: Type.Record(Type.String(), Type.Unknown()),
    content: Type.Optional(base64(limits.maxInlineContentBytes)),
  },
  { ...closed, title: 'PayloadRegistration' },
)
export type PayloadRegistration = Static<typeof PayloadRegistration>

export const registrationResults = ['registered', 'known', 'uploaded', 'refused'] as const
export const RegistrationResult = Type.Enum([...registrationResults])

export const PayloadRegistrationOutcome = Type.Object(
  {
    payload_reference: PayloadReference,
    result: RegistrationResult,
    code: Type.Optional(Type.String({ description: 'Product error code of a refusal' })),
    message: Type.Optional(Type.String()),
    upload_offset: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Sealed bytes that have arrived; continue from here' }),
    ),
  },
  { title: 'PayloadRegistrationOutcome' },
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
  response: Type.Object({ items: Type.Array(PayloadRegistrationOutcome) }),
  audit: 'payload.registered',
  errors: ['device.deactivated'],
  beyondSpecification: true,
})

export const getUploadOffset = call({
  catalogue: 'device',
  method: 'HEAD',
  path: '/payloads/{payload_reference}/content',
  summary: 'Answers in Upload-Offset how many sealed bytes have arrived.',
  action: 'device',
  params: PayloadParams,
  responseKind: 'empty',
  errors: ['payload.not_found', 'device.deactivated'],
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
  responseKind: 'empty',
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
  ],
  beyondSpecification: true,
})

export const readPayloadStatuses = call({
  catalogue: 'device',
  method: 'POST',
  path: '/payloads/statuses',
  summary: 'Tells what became of 1 to 100 recordings; a device drops its copy only on processed.',
  action: 'device',
  body: Type.Object(
    {
      payload_references: Type.Array(PayloadReference, {
        minItems: 1,
        maxItems: limits.maxReferencesInBatch,
        uniqueItems: true,
      }),
    },
    closed,
  ),
  response: Type.Object({
    items: Type.Array(Type.Object({ payload_reference: PayloadReference, status: PayloadStateDevice })),
  }),
  audit: 'payload.statuses_read',
  errors: ['device.deactivated'],
  beyondSpecification: true,
})
