/**
 * The field rules of rules-and-calls section 5. Every schema has its name in the keyword `rule`, so that a failed
 * `pattern` can be explained to people in words (validation-messages.ts).
 *
 * Patterns are anchored at both ends and have no nested repetition, so matching takes linear time. References and names
 * refuse control characters: PostgreSQL can't store NUL, and a line break could forge a second line in a log.
 */
import { type Static, type TString, Type } from 'typebox'
import { limits, maxStoredInteger } from './limits.ts'

const control = '\\u0000-\\u001f\\u007f'
/**
 * Any characters that people can tell apart: no control characters, no bidirectional control characters, and no lone
 * surrogates, which UTF-8 can't encode.
 */
const legible = `^[^${control}\\u0080-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ud800-\\udfff]*$`
/** Letters, digits and -_.!(), with spaces only inside. */
const nameLike = '^[A-Za-z0-9_.!()-](?:[A-Za-z0-9_.!() -]*[A-Za-z0-9_.!()-])?$'
const noCommaOrLeadingSpace = `^[^ ,${control}][^,${control}]*$`
const noLeadingSpaceOrComma = `^[^ ,${control}][^${control}]*$`
const httpsAddress = `^https://[^ ${control}]*$`

export const DeviceReference = Type.String({
  rule: 'DeviceReference',
  description: "Serial number of a device. No comma, plus, hash, slash or colon; doesn't start with a space.",
  minLength: 1,
  maxLength: limits.maxKeyCharacters,
  pattern: `^[^ ,+#/:${control}][^,+#/:${control}]*$`,
})
export type DeviceReference = Static<typeof DeviceReference>

export const DeviceUserReference = Type.String({
  rule: 'DeviceUserReference',
  description: 'Reference of a device user. No leading space or comma, no commas.',
  minLength: 3,
  maxLength: limits.maxDeviceUserReferenceCharacters,
  pattern: noCommaOrLeadingSpace,
})

export const FirstName = Type.String({
  rule: 'FirstName',
  minLength: 1,
  maxLength: limits.maxNameCharacters,
  pattern: noCommaOrLeadingSpace,
})

export const Surname = Type.String({
  rule: 'Surname',
  minLength: 1,
  maxLength: limits.maxNameCharacters,
  pattern: noCommaOrLeadingSpace,
})

export const Email = Type.String({
  rule: 'Email',
  minLength: 3,
  maxLength: limits.maxEmailCharacters,
  pattern: `^[^@\\s${control}]+@[^@\\s${control}]+$`,
})

export const GroupReference = Type.String({
  rule: 'GroupReference',
  minLength: 2,
  maxLength: 255,
  pattern: noLeadingSpaceOrComma,
})

export const RoleReference = Type.String({ rule: 'RoleReference', minLength: 3, maxLength: 35, pattern: nameLike })

export const TagKey = Type.String({ rule: 'TagKey', minLength: 1, maxLength: 60, pattern: nameLike })

export const TagValue = Type.String({
  rule: 'TagValue',
  maxLength: limits.maxTagValueCharacters,
  pattern: `^[^${control}]*$`,
})

export const ClientAppReference = Type.String({
  rule: 'ClientAppReference',
  minLength: 3,
  maxLength: 60,
  pattern: nameLike,
})

export const TransferConfigReference = Type.String({
  rule: 'TransferConfigReference',
  minLength: 3,
  maxLength: 255,
  pattern: '^[A-Za-z0-9:/_-]+$',
})

export const maxUserReferenceCharacters = 255

export const UserReference = Type.String({
  rule: 'UserReference',
  description:
    'Reference of a portal user. Where a record says who did something, it may also be `admin/` and the reference of one of ' +
    "the provider's staff, or `app/` and that of a client app.",
  minLength: 3,
  maxLength: maxUserReferenceCharacters,
  pattern: `^[^${control}]+$`,
})

/** Words with which paths of the provider's calls begin. An account's identifier would have the same place in a path. */
export const reservedClientIdentifiers = [
  'alerts',
  'clients',
  'countries',
  'exchange',
  'licenses',
  'staff',
  'statistics',
  'supportaccess',
  'telemetry',
  'verify',
] as const

/** 3 to 40 characters, but none of the words that begin a path (docs/decisions/0001, 'Addresses'). */
export const ClientIdentifier = Type.String({
  rule: 'ClientIdentifier',
  pattern: `^(?!(?:${reservedClientIdentifiers.join('|')})$)[a-z][a-z0-9-]{1,38}[a-z0-9]$`,
})

const phoneCharacters = `^[^${control}]+$`

/** Not nullable, unlike `PhoneNumber` in the specification; see `NullablePhoneNumber`. */
export const PhoneNumber = Type.String({
  rule: 'PhoneNumber',
  description: 'A phone number as the carrier gave it; may be a short code or a name.',
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000]*$',
})

export const NullablePhoneNumber = Type.Union([PhoneNumber, Type.Null()])

export const PhoneNumberLocal = Type.String({
  rule: 'PhoneNumberLocal',
  minLength: 3,
  maxLength: 255,
  pattern: phoneCharacters,
})

export const DiallingPrefix = Type.String({ rule: 'DiallingPrefix', pattern: '^\\+[1-9][0-9]{0,6}$' })

export const PersonalNumber = Type.String({
  rule: 'PersonalNumber',
  description: 'Payloads against a personal number cannot be viewed, downloaded or transferred.',
  pattern: '^\\+[0-9]{6,30}$',
})

export const PersonalNumberFilter = Type.String({
  rule: 'PersonalNumberFilter',
  description: 'Part of a personal number.',
  pattern: '^\\+?[0-9]{1,30}$',
})

export const Imei = Type.String({ rule: 'Imei', minLength: 15, maxLength: 15, pattern: '^[^\\u0000]*$' })

export const OAuth2Code = Type.String({ rule: 'OAuth2Code', minLength: 36, maxLength: 36, pattern: '^[!-~]*$' })

export const PayloadReference = Type.String({
  rule: 'PayloadReference',
  description: 'Given by the device, as a ULID or UUID: 26 to 36 characters, none of them a control character.',
  minLength: 26,
  maxLength: 36,
  pattern: legible,
})

export const Ulid = Type.String({ rule: 'Ulid', pattern: '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' })

export const MessageId = Type.Union([
  Type.String({ rule: 'MessageId', minLength: 32, maxLength: 32, pattern: '^[^\\u0000]*$' }),
  Type.Null(),
])

export const UUIDTimestamp = Type.String({
  rule: 'UUIDTimestamp',
  minLength: 32,
  maxLength: limits.maxKeyCharacters,
  pattern: legible,
})

export const GpsReference = Type.String({
  rule: 'GpsReference',
  minLength: 1,
  maxLength: limits.maxKeyCharacters,
  pattern: legible,
})

export const State = Type.String({ rule: 'State', minLength: 1, maxLength: 1024, pattern: '^[!-~]*$' })

export const LogMessage = Type.String({
  rule: 'LogMessage',
  minLength: 1,
  pattern: '^[^\\u0000]*$',
})

export const ExpectedDeviceCount = Type.Integer({
  rule: 'ExpectedDeviceCount',
  minimum: 0,
  maximum: maxStoredInteger,
  default: 1,
})

export const SmsLength = Type.Integer({ rule: 'SmsLength', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

export const QueryTotal = Type.Integer({ rule: 'QueryTotal', minimum: 0 })

export const LicenceLimit = Type.Integer({ rule: 'LicenceLimit', minimum: 0, maximum: limits.maxLicences })

export const CountryCode = Type.Integer({
  rule: 'CountryCode',
  minimum: limits.minCountryCode,
  maximum: limits.maxCountryCode,
})

/** S3Path and the destination of an S3 transfer. */
export const S3Path = Type.String({
  rule: 'S3Path',
  minLength: 6,
  maxLength: 2048,
  pattern: `^s3://[^${control}]*$`,
})

export const IamRoleArn = Type.String({
  rule: 'IamRoleArn',
  minLength: 31,
  maxLength: 2048,
  pattern: '^arn:aws(?:-cn|-us-gov)?:iam::[0-9]{12,}:role/[A-Za-z0-9_+=,.@/-]*$',
})

export const SftpRootDirectory = Type.String({
  rule: 'SftpRootDirectory',
  maxLength: 1024,
  pattern: `^/[^${control}]*$`,
})

/** The coarse rule of the specification; packages/access parses the range fully. */
export const CidrRange = Type.String({ rule: 'CidrRange', pattern: '^[0-9]{1,3}(?:\\.[0-9]{1,3}){0,3}/[0-9]{1,2}$' })

/** IPv4 or IPv6; packages/access parses it fully. */
export const NetworkAddress = Type.String({ rule: 'NetworkAddress', maxLength: 45, pattern: '^[0-9A-Fa-f:.]{2,45}$' })

export const OidcIssuer = Type.String({ rule: 'OidcIssuer', maxLength: 2048, pattern: httpsAddress })

/** The address of a store with the API of Amazon S3. Plain http is refused unless addresses of development are allowed. */
export const S3Endpoint = Type.String({
  rule: 'S3Endpoint',
  maxLength: 2048,
  pattern: `^https?://[^ ${control}]*$`,
})

export const JwksUri = Type.String({ rule: 'JwksUri', maxLength: 2048, pattern: httpsAddress })

/** Plain http is refused unless addresses of development are allowed. */
export const WebhookUrl = Type.String({
  rule: 'WebhookUrl',
  maxLength: 2048,
  pattern: `^https?://[^ ${control}]*$`,
})

export const WebhookReference = Type.String({
  rule: 'WebhookReference',
  minLength: 3,
  maxLength: 60,
  pattern: nameLike,
})

export const OidcAudience = Type.String({
  rule: 'OidcAudience',
  minLength: 5,
  maxLength: 2048,
  pattern: `^[^${control}]*$`,
})

export const PublicKey = Type.String({
  rule: 'PublicKey',
  description: 'A public key in PEM (SubjectPublicKeyInfo).',
  maxLength: 16_384,
  pattern: '^-----BEGIN PUBLIC KEY-----[^\\u0000]*$',
})

export const PgpKey = Type.String({
  rule: 'PgpKey',
  maxLength: 65_536,
  pattern: '^-----BEGIN PGP PUBLIC KEY BLOCK-----[^\\u0000]*$',
})

/** SHA-256 in 64 lowercase hexadecimal digits. */
export const Sha256Hex = Type.String({ rule: 'Sha256Hex', pattern: '^[0-9a-f]{64}$' })

/** Text from a handset. Only the size of the request limits its length. */
export const reportedText = (minLength = 0) => Type.String({ rule: 'Text', minLength, pattern: '^[^\\u0000]*$' })

/** The key of a conversation on its device. */
export const ThreadId = Type.String({
  rule: 'Text',
  description:
    'As the handset reported it. One of more than 128 characters, `.` and `..` are replaced by `md5:` and their MD5 in hexadecimal.',
  minLength: 1,
  maxLength: limits.maxThreadIdCharacters,
  pattern: '^[^\\u0000]*$',
})

/** A number from a handset. JSON can spell numbers that JavaScript can't hold (1e400), which would come back as null. */
export const Finite = Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })
export const FinitePositive = Type.Number({ minimum: 0, maximum: Number.MAX_VALUE })
/** A count, a size or a position, small enough to be exact. */
export const WholeNumber = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Free text that PostgreSQL can store. */
export const text = (maxLength: number, minLength = 0) =>
  Type.String({ rule: 'Text', minLength, maxLength, pattern: '^[^\\u0000]*$' })

const invisible = '\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}'

/** Free text that must not be blank: white space and invisible characters alone count as missing. */
export const writtenText = (maxLength: number) =>
  Type.String({ rule: 'WrittenText', maxLength, pattern: '^[\\s\\p{Cf}]*[^\\s\\p{Cf}][\\s\\S]*$' })

/** The same on one line: without line breaks, other control characters and bidirectional control characters. */
export const writtenLine = (maxLength: number) =>
  Type.String({ rule: 'WrittenLine', maxLength, pattern: `^(?=[\\s\\p{Cf}]*[^\\s\\p{Cf}])${legible.slice(1)}` })

/** The same without characters that nobody sees: no white space at either end, and no invisible characters. */
export const visibleText = (maxLength: number) =>
  Type.String({
    rule: 'VisibleText',
    maxLength,
    pattern: `^[^\\s${invisible}](?:[^${invisible}]*[^\\s${invisible}])?$`,
  })

/** Control characters, and bidirectional control characters, which make one reference look like another. */
export const hiddenCharacters = `[${control}\\u0080-\\u009f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]`
const refusedWhenNew = `^\\.{1,2}$|${hiddenCharacters}`

/** The rule for new references. Those from before this rule stay valid, and can be read and shown. */
export const newReference = <T extends TString>(rule: T): T => ({ ...rule, not: { pattern: refusedWhenNew } })

/** Whether a reference has no control or bidirectional control characters, and is not `.` or `..`. */
export const isValidReference = (text: string): boolean => !new RegExp(refusedWhenNew, 'u').test(text)
