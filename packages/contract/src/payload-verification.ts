/** Verification: all stored bytes of one recording are read again and compared with what its handset registered. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Author, accountFields } from './entity-fields.ts'
import { PayloadReference, Sha256Hex } from './fields.ts'
import { nullable } from './nullable.ts'
import { PayloadParams } from './payloads.ts'
import { Timestamp } from './times.ts'

/** `none`: nobody has asked for it. `failed`: it could not be carried out, which tells nothing about the recording. */
export const verificationStates = ['none', 'waiting', 'running', 'intact', 'damaged', 'failed'] as const
export const VerificationState = Type.Enum(verificationStates)
export type VerificationState = Static<typeof VerificationState>

/** How a data key is wrapped for the account. */
export const keyWrappings = ['ECDH-ES+A256KW', 'RSA-OAEP-256'] as const

/** Why a recording can't be verified. */
export const notVerifiableReasons = ['no_content', 'personal'] as const
export type NotVerifiableReason = (typeof notVerifiableReasons)[number]

export const PayloadVerification = Type.Object(
  {
    ...accountFields,
    payload_reference: PayloadReference,
    not_verifiable: nullable(
      Type.Enum(notVerifiableReasons, {
        description: 'no_content: it is not processed, or not stored any more; personal: nobody opens its content',
      }),
    ),
    key_wrapping: nullable(Type.Enum(keyWrappings)),
    state: VerificationState,
    requested_at: nullable(Timestamp),
    requested_by: nullable(Author),
    bytes_read: Type.Integer({ minimum: 0, description: 'Stored bytes that the last verification has read' }),
    ended_at: nullable(Timestamp),
    found: nullable(
      Type.String({ description: 'What is damaged, e.g. tampered, truncated, missing, checksum; null unless damaged' }),
    ),
    checksum: nullable(Sha256Hex),
    verified_at: nullable(Timestamp),
    verified_by: nullable(Author),
  },
  {
    title: 'PayloadVerification',
    description:
      'The last verification of a recording. `checksum`: of the bytes that were read; null unless they were intact. `verified_at`: when all stored bytes were last found to be those that arrived, which processing is the first to check; `verified_by`: who asked for that, null for the product itself.',
  },
)
export type PayloadVerification = Static<typeof PayloadVerification>

export const getPayloadVerification = call({
  catalogue: 'client',
  method: 'GET',
  path: '/payloads/{payload_reference}/verification',
  summary: 'Reads when the stored bytes of a recording were last verified, and the progress of a verification.',
  action: 'payloads:read',
  params: PayloadParams,
  response: PayloadVerification,
  errors: ['payload.not_found'],
  beyondSpecification: true,
})

export const verifyPayload = call({
  catalogue: 'client',
  method: 'POST',
  path: '/payloads/{payload_reference}/verification',
  summary:
    'Begins to read all stored bytes of a recording again and to compare them with what its handset registered. Shows nothing of the content.',
  action: 'payloads:read',
  params: PayloadParams,
  response: PayloadVerification,
  audit: 'payload.verification_requested',
  errors: [
    'payload.not_found',
    'verification.no_content',
    'verification.personal',
    'verification.running',
    'verification.too_soon',
    'verification.too_many',
  ],
  beyondSpecification: true,
})

export const payloadVerificationCalls = { getPayloadVerification, verifyPayload }
