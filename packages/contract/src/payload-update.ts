/** Correcting the details of a recording. */
import { Type } from 'typebox'
import { call } from './call.ts'
import { NullablePhoneNumber, text, writtenText } from './fields.ts'
import { limits, unusualThresholds } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { PayloadDetail, PayloadParams } from './payloads.ts'
import { expectedVersion } from './versions.ts'

export const maxAmendedNotesCharacters = unusualThresholds.maxNotesCharacters
export const maxAmendedNameCharacters = 255
export const maxPersonalReasonCharacters = 1000

export const putPayload = call({
  catalogue: 'client',
  method: 'PUT',
  path: '/payloads/{payload_reference}',
  summary: 'Corrects details of a recording. What the handset said is kept beside it; details that are left out stay.',
  action: 'payloads:update',
  params: PayloadParams,
  body: Type.Object(
    {
      ...expectedVersion,
      notes: Type.Optional({
        ...nullable(text(maxAmendedNotesCharacters)),
        description: 'Of an interview; null: as the handset said',
      }),
      party_names: Type.Optional(
        Type.Array(
          Type.Object(
            {
              phone_number: NullablePhoneNumber,
              name: { ...nullable(writtenText(maxAmendedNameCharacters)), description: 'null: as the handset said' },
            },
            closed,
          ),
          { minItems: 1, maxItems: limits.maxFoundParties, description: 'Of parties of this recording' },
        ),
      ),
      personal: Type.Optional(
        Type.Object(
          { is_personal: Type.Boolean(), reason: writtenText(maxPersonalReasonCharacters) },
          {
            ...closed,
            description:
              'The content of a personal recording is handed out to nobody. People take back marks of people only.',
          },
        ),
      ),
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: PayloadDetail,
  audit: 'payload.amended',
  errors: ['payload.not_found', 'edit.conflict', 'payload.not_amendable', 'payload.personal_number'],
})

export const payloadUpdateCalls = { putPayload }
