import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { describeSchemaError } from './describe-schema-error.ts'
import { NullablePhoneNumber, PayloadReference, reportedText, Sha256Hex } from './fields.ts'
import { limits } from './limits.ts'
import { closed } from './nullable.ts'
import { isValidContentType } from './payload-content.ts'
import { payloadMetaSchemas } from './payload-metadata.ts'
import { PayloadType } from './payload-types.ts'
import { Timestamp } from './times.ts'

const base64 = (maxBytes: number) =>
  Type.String({
    rule: 'Base64',
    maxLength: 4 * Math.ceil(maxBytes / 3),
    pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  })

/** One recording as its handset registers it. `checkPayloadRegistration` checks what depends on the state and the type. */
export const PayloadRegistration = Type.Object(
  {
    payload_reference: PayloadReference,
    // The next number, with which the server may tell the handset to continue, must be exact, too.
    sequence: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER - 1 }),
    payload_type: PayloadType,
    payload_time: Timestamp,
    payload_state: Type.Enum(['Recorded', 'NotRecorded']),
    key_id: Type.Optional(reportedText(1)),
    encrypted_dek: Type.Optional(reportedText(1)),
    iv: Type.Optional(reportedText(1)),
    checksum: Type.Optional(Sha256Hex),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.maxPayloadBytes })),
    numbers: Type.Array(NullablePhoneNumber, { description: 'null: a number that was withheld' }),
    meta: Type.Record(Type.String(), Type.Unknown()),
    content: Type.Optional(base64(limits.maxInlineContentBytes)),
  },
  {
    ...closed,
    title: 'PayloadRegistration',
    description:
      'A Recorded payload names key_id, encrypted_dek, iv, checksum and size, as sealing gives them (docs/recording-envelope.md); a NotRecorded one, which aborted and blocked calls always are, none of them.',
  },
)
export type PayloadRegistration = Static<typeof PayloadRegistration>

const sealedFields = ['key_id', 'encrypted_dek', 'iv', 'checksum', 'size'] as const

/** A problem within an item: its place, as a JSON pointer into the item, and a message. */
export interface RegistrationProblem {
  path: string
  message: string
}

/**
 * Checks what the schema of one field can't: a Recorded payload is sealed, a NotRecorded one is an aborted or blocked call
 * without content (product.md section 4), and `meta` is valid for the payload type. An item without problems can be registered.
 * @param fitsType whether `meta` is valid for the type, by a faster check of the same schema; if so, `meta` is not checked again
 */
export const checkPayloadRegistration = (
  item: PayloadRegistration,
  fitsType: (item: PayloadRegistration) => boolean = () => false,
): RegistrationProblem[] => [
  ...(item.payload_state === 'Recorded' ? sealProblems(item) : contentProblems(item)),
  ...(fitsType(item) ? [] : metaProblems(item)),
  ...labelProblems(item),
]

const metaProblems = ({ payload_type, meta }: PayloadRegistration): RegistrationProblem[] =>
  Errors(payloadMetaSchemas[payload_type], meta).map((error) => ({
    path: `/meta${error.instancePath}`,
    message: describeSchemaError(error),
  }))

/** Content that its type can't have would be quarantined after its arrival. Refusing it now loses nothing. */
const labelProblems = ({ payload_type, meta: { content_type } }: PayloadRegistration): RegistrationProblem[] =>
  typeof content_type !== 'string' || isWithoutContent(payload_type) || isValidContentType(payload_type, content_type)
    ? []
    : [{ path: '/meta/content_type', message: `is not what a ${payload_type} holds (docs/device-calls.md)` }]

const isWithoutContent = (type: PayloadType): boolean => type === 'AbortedCall' || type === 'BlockedCall'

const sealProblems = (item: PayloadRegistration): RegistrationProblem[] =>
  isWithoutContent(item.payload_type)
    ? [{ path: '/payload_state', message: `${item.payload_type} has no content: it is NotRecorded` }]
    : sealedFields
        .filter((field) => item[field] === undefined)
        .map((field) => ({ path: `/${field}`, message: 'required' }))

const contentProblems = (item: PayloadRegistration): RegistrationProblem[] => {
  const problems = [...sealedFields, 'content' as const]
    .filter((field) => item[field] !== undefined)
    .map((field) => ({ path: `/${field}`, message: 'a payload that was not recorded has no content' }))
  if (!isWithoutContent(item.payload_type)) {
    problems.push({ path: '/payload_state', message: 'only aborted and blocked calls are NotRecorded' })
  }
  return problems
}
