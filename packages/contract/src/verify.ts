import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceInfo, DeviceInstallState } from './devices.ts'
import {
  ClientIdentifier,
  DeviceUserReference,
  Imei,
  NullablePhoneNumber,
  reportedText,
  text,
  WholeNumber,
} from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ServiceName } from './services.ts'

export const VerifyRequest = Type.Object(
  {
    client: Type.Optional({
      ...ClientIdentifier,
      description:
        'The account; without it, the one that knows the device or the person, and whose secret opens the code',
    }),
    device_info: DeviceInfo,
    device_user_reference: Type.Optional(nullable(DeviceUserReference)),
    ulid_encrypted: reportedText(1),
    phone_numbers: Type.Array(
      Type.Object(
        {
          phone_number: NullablePhoneNumber,
          slot_index: Type.Optional(nullable(WholeNumber)),
        },
        closed,
      ),
    ),
    imeis: Type.Array(Imei),
    installation_id: Type.Optional(nullable(text(limits.maxKeyCharacters, 1))),
  },
  {
    ...closed,
    title: 'VerifyRequest',
    description: "Device authentication: `ulid_encrypted` is a fresh ULID sealed with the account's enrolment secret.",
  },
)
export type VerifyRequest = Static<typeof VerifyRequest>

export const VerifyResponse = Type.Object(
  {
    access_token: Type.String(),
    expires_in: Type.Integer({ minimum: 0, description: 'Seconds' }),
    client_portal_url: Type.String(),
    enabled_services: Type.Array(ServiceName),
    account_reference: ClientIdentifier,
    install_state: DeviceInstallState,
  },
  { title: 'VerifyResponse', description: 'What a verified device goes on with.' },
)
export type VerifyResponse = Static<typeof VerifyResponse>

export const verifyDevice = call({
  catalogue: 'admin-internal',
  method: 'POST',
  path: '/verify',
  summary: 'Authenticates a device and gives it an access token.',
  action: 'public',
  body: VerifyRequest,
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: VerifyResponse,
  audit: 'device.verified',
  errors: [
    'verify.refused',
    'verify.client_needed',
    'verify.stale',
    'verify.replayed',
    'device.unknown_user',
    'licence.exhausted',
    'device.blocked',
  ],
})

export const verifyCalls = { verifyDevice }
