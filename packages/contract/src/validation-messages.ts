/**
 * What a person reads when a field was refused (rules-and-calls section 5), each with a stable id by which a portal finds
 * its own language. `{names}` are filled from the message's values.
 */
export const validationMessages = {
  cron_or_rate: 'Must be a valid cron or rate expression',
  leading_slash: 'Must start with a leading slash "/"',
  email: 'Must be a valid email address',
  alphanumeric: 'Must only contain alphanumeric characters',
  alphanumeric_with_separators: "Must only contain alphanumeric characters or ':/-_'",
  alphanumeric_with_hyphens: "Must only contain alphanumeric characters or '-'",
  pgp_public_key: 'Must be a valid PGP public key',
  public_key: 'Must be a valid public key',
  no_reserved_characters: 'Must not start with a space or contain any of the characters ,+#/:',
  no_leading_space_or_comma: 'Must not start with a space or comma',
  no_leading_space_nor_commas: 'Must not start with a space or contain commas',
  no_special_characters:
    'Must not contain special characters apart from -_.!() and spaces, and must not start or end with a space',
  cidr_range: 'Must be a valid CIDR range',
  date_parameter: 'Must be a date like 1999-01-01, optionally with a time like -165000',
  date: 'Must be a date like 1999-01-01',
  iso_date: 'Must be a valid ISO date',
  host: 'Must start with {host}',
  role_arn: 'Must be a valid cloud role ARN',
  address: 'Must start with {address}',
  phone_like: 'Must be numeric with an optional leading plus and 6 to 30 digits',
  phone_part: 'Must be numeric with an optional leading plus and up to 30 digits',
  dialling_prefix: 'Must be a plus sign followed by 1 to 7 digits, the first not 0',
  client_identifier:
    'Must be 3 to 40 lowercase letters, digits and hyphens, starting with a letter, and not a reserved word',
  printable: 'Must not contain control characters',
  format: 'Must have the expected format',
  missing_field: 'The {field} field is required.',
  missing_property: 'required',
  wrong_type: 'Please provide a valid {type} for the field.',
  unknown_field: 'This field is not known',
  not_one_of: 'Must be one of the allowed values',
  too_short: 'The number of characters must be at least {limit}',
  too_long: 'The number of characters must be at most {limit}',
  too_small: 'Must be at least {limit}',
  too_large: 'Must be at most {limit}',
  too_few: 'The number of items must be at least {limit}',
  too_many: 'The number of items must be at most {limit}',
  not_unique: 'Must not contain the same item twice',
  empty: 'The number of properties must be at least {limit}',
  invalid: 'Must be a valid value',
} as const satisfies Record<string, string>

export type ValidationMessageId = keyof typeof validationMessages

export type MessageValues = Readonly<Record<string, string | number>>

/** The English message with its values. */
export const validationMessage = (id: ValidationMessageId, values: MessageValues = {}): string =>
  validationMessages[id].replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))

/** What each field rule says when its pattern does not match. */
export const ruleMessages: Readonly<Record<string, readonly [id: ValidationMessageId, values?: MessageValues]>> = {
  DeviceReference: ['no_reserved_characters'],
  DeviceUserReference: ['no_leading_space_nor_commas'],
  FirstName: ['no_leading_space_nor_commas'],
  Surname: ['no_leading_space_nor_commas'],
  Email: ['email'],
  GroupReference: ['no_leading_space_or_comma'],
  RoleReference: ['no_special_characters'],
  TagKey: ['no_special_characters'],
  TagValue: ['printable'],
  ClientAppReference: ['no_special_characters'],
  TransferConfigReference: ['alphanumeric_with_separators'],
  UserReference: ['printable'],
  ClientIdentifier: ['client_identifier'],
  PhoneNumber: ['printable'],
  PhoneNumberLocal: ['printable'],
  DiallingPrefix: ['dialling_prefix'],
  PersonalNumber: ['phone_like'],
  PersonalNumberFilter: ['phone_part'],
  Imei: ['printable'],
  OAuth2Code: ['printable'],
  PayloadReference: ['alphanumeric_with_hyphens'],
  Ulid: ['alphanumeric'],
  MessageId: ['printable'],
  UUIDTimestamp: ['format'],
  GpsReference: ['format'],
  State: ['printable'],
  LogMessage: ['printable'],
  S3Path: ['address', { address: 's3://' }],
  IamRoleArn: ['role_arn'],
  SftpRootDirectory: ['leading_slash'],
  CidrRange: ['cidr_range'],
  OidcIssuer: ['host', { host: 'https://' }],
  JwksUri: ['host', { host: 'https://' }],
  OidcAudience: ['printable'],
  PublicKey: ['public_key'],
  PgpKey: ['pgp_public_key'],
  Sha256Hex: ['format'],
  Base64: ['format'],
  CodeChallenge: ['format'],
  CodeVerifier: ['format'],
  Text: ['printable'],
  Timestamp: ['iso_date'],
  Date: ['date'],
  DateParameter: ['date_parameter'],
  Schedule: ['cron_or_rate'],
}
