import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { DeviceUserParams } from './device-users.ts'
import { Author } from './entity-fields.ts'
import { ClientIdentifier, DeviceUserReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { portalReadHeaders } from './portal-reads.ts'
import { Timestamp } from './times.ts'

/** How a handset gets what it needs to authenticate: the account's enrolment secret and the person who carries it. */

const EnrolmentSecret = Type.String({ description: "The account's enrolment secret: base64url of 32 bytes" })

/** Tells secrets apart without revealing them. */
const Fingerprint = Type.String({
  pattern: '^[0-9a-f]{12}$',
  description: 'First 12 hexadecimal digits of SHA-256 of the secret',
})

export const EnrolmentSecretState = Type.Object(
  {
    fingerprint: Fingerprint,
    created_at: Timestamp,
    created_by: nullable(Author),
    former: nullable(
      Type.Object(
        {
          fingerprint: Fingerprint,
          valid_until: Timestamp,
          devices: Type.Integer({
            minimum: 0,
            description: 'How many devices authenticated with the former secret since it was replaced',
          }),
          devices_left: Type.Integer({
            minimum: 0,
            description: 'How many of these have not authenticated with the new secret since',
          }),
        },
        { description: 'The secret before this one, while it is still valid' },
      ),
    ),
  },
  {
    title: 'EnrolmentSecretState',
    description: "What is known of the account's enrolment secret, without the secret.",
  },
)
export type EnrolmentSecretState = Static<typeof EnrolmentSecretState>

export const ShownEnrolmentSecret = Type.Object(
  { enrolment_secret: EnrolmentSecret, fingerprint: Fingerprint },
  { title: 'ShownEnrolmentSecret', description: "The account's current enrolment secret, for device management." },
)
export type ShownEnrolmentSecret = Static<typeof ShownEnrolmentSecret>

export const EnrolmentDetails = Type.Object(
  {
    origin: Type.String({ description: 'Where the handset makes its calls' }),
    client: ClientIdentifier,
    enrolment_secret: EnrolmentSecret,
    device_user_reference: DeviceUserReference,
  },
  {
    title: 'EnrolmentDetails',
    description: 'What a handset needs to authenticate for a person. As JSON, it is the content of the QR code.',
  },
)
export type EnrolmentDetails = Static<typeof EnrolmentDetails>

export const OneTimeCode = Type.Object(
  {
    device_user_reference: DeviceUserReference,
    code: Type.String({ description: 'Two times five characters of Crockford base32, with a hyphen between them' }),
    origin: Type.String({ description: 'Where the handset exchanges it' }),
    client: ClientIdentifier,
    expires_at: Timestamp,
  },
  {
    title: 'OneTimeCode',
    description: 'A code that a handset exchanges once for what it needs to authenticate for a person.',
  },
)
export type OneTimeCode = Static<typeof OneTimeCode>

const ofAccount = { catalogue: 'admin-client', beyondSpecification: true } as const

export const getEnrolmentSecretState = call({
  ...ofAccount,
  method: 'GET',
  path: '/enrolment',
  summary: 'Tells since when the enrolment secret of the account exists, and until when a former one is valid.',
  action: 'enrolment:read',
  requestHeaders: portalReadHeaders,
  response: EnrolmentSecretState,
})

export const showEnrolmentSecret = call({
  ...ofAccount,
  method: 'POST',
  path: '/enrolment/secret',
  summary: 'Shows the enrolment secret of the account, which is recorded.',
  action: 'enrolment:read',
  response: ShownEnrolmentSecret,
  audit: 'enrolment_secret.shown',
})

export const rotateEnrolmentSecret = call({
  ...ofAccount,
  method: 'POST',
  path: '/enrolment/rotation',
  summary: 'Replaces the enrolment secret of the account. The former one stays valid for 0 to 30 days.',
  action: 'enrolment:rotate',
  body: Type.Object(
    {
      fingerprint: {
        ...Fingerprint,
        description: 'Of the secret to replace, so that nobody replaces a new one unseen',
      },
      overlap_days: Type.Integer({ minimum: 0, maximum: limits.maxSecretOverlapDays }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: EnrolmentSecretState,
  audit: 'enrolment_secret.rotated',
  errors: ['edit.conflict', 'enrolment_secret.has_former'],
})

export const endFormerEnrolmentSecret = call({
  ...ofAccount,
  method: 'DELETE',
  path: '/enrolment/former_secret',
  summary: 'Ends the validity of the former enrolment secret now.',
  action: 'enrolment:rotate',
  response: EnrolmentSecretState,
  audit: 'enrolment_secret.ended',
  errors: ['request.not_found'],
})

const ofPerson = { ...ofAccount, method: 'POST', action: 'enrolment:read', params: DeviceUserParams } as const

export const showEnrolmentDetails = call({
  ...ofPerson,
  path: '/users/{device_user_reference}/enrolment/details',
  summary: 'Gives what a handset needs to authenticate for a person, to be shown as a QR code.',
  response: EnrolmentDetails,
  audit: 'enrolment_secret.shown',
  errors: ['request.not_found', 'device_user.not_active'],
})

export const createOneTimeCode = call({
  ...ofPerson,
  path: '/users/{device_user_reference}/enrolment/codes',
  summary: 'Makes a code that a handset exchanges once within 15 minutes. An earlier code of the person ends.',
  response: OneTimeCode,
  audit: 'one_time_code.created',
  errors: ['request.not_found', 'device_user.not_active'],
})

export const exchangeOneTimeCode = call({
  catalogue: 'device',
  method: 'POST',
  path: '/enrolment',
  summary: 'Exchanges a one-time code for what a handset needs to authenticate for a person.',
  action: 'public',
  body: Type.Object(
    {
      client: ClientIdentifier,
      code: Type.String({
        minLength: 10,
        maxLength: 20,
        pattern: '^[0-9A-Za-z -]*$',
        description: 'As it was typed: case, spaces and hyphens do not matter, O is 0, and I and L are 1',
      }),
    },
    closed,
  ),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: EnrolmentDetails,
  audit: 'one_time_code.used',
  errors: ['one_time_code.refused'],
  beyondSpecification: true,
})

export const enrolmentCalls = {
  getEnrolmentSecretState,
  showEnrolmentSecret,
  rotateEnrolmentSecret,
  endFormerEnrolmentSecret,
  showEnrolmentDetails,
  createOneTimeCode,
  exchangeOneTimeCode,
}
