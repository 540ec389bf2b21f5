import { timestampPattern } from './times.ts'
import { ruleMessages, validationMessage } from './validation-messages.ts'

interface SchemaError {
  keyword: string
  params: object
  message?: string | undefined
  /** The schema that refused the value, as Ajv gives it with `verbose`. Its `rule` names the rule of the field. */
  parentSchema?: object | undefined
}

const unknownField = 'is not a known field'
const notATime = 'must be a time in UTC such as 2026-01-31T12:00:00.000Z, with three digits of milliseconds or none'

/** A value that each rule of `fields.ts` accepts, for rules whose message alone does not say what to write. */
const examples: Readonly<Record<string, string>> = {
  Base64: 'SGVsbG8=',
  CidrRange: '10.0.0.0/8',
  ClientIdentifier: 'northwind',
  Date: '2026-01-31',
  DateParameter: '2026-01-31-165000',
  DeviceReference: 'R58N12AB3CD',
  DeviceUserReference: 'amelia.hart',
  Email: 'amelia.hart@example.com',
  GpsReference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  NetworkAddress: '192.0.2.1',
  PayloadReference: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  PersonalNumber: '+447700900123',
  Sha256Hex: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  Ulid: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  UUIDTimestamp: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
}

/**
 * Describes a schema error for the developers of handsets and client apps, to stand behind the path of the field: what is expected there,
 * with an example, never a regular expression. Ajv's own messages omit the allowed values.
 */
export const describeSchemaError = ({ keyword, params, message = keyword, parentSchema }: SchemaError): string => {
  if (keyword === 'boolean' || keyword === 'additionalProperties') return unknownField
  if (keyword === 'pattern' && 'pattern' in params && String(params.pattern) === timestampPattern) return notATime
  if (keyword === 'pattern')
    return describeRule(parentSchema && 'rule' in parentSchema ? String(parentSchema.rule) : '')
  if (keyword === 'enum' && 'allowedValues' in params) return `${message}: ${listed(params.allowedValues)}`
  return message
}

const describeRule = (rule: string): string => {
  const [id, values] = ruleMessages[rule] ?? (['format'] as const)
  const message = validationMessage(id === 'missing_field' ? 'printable' : id, values)
  const sentence = message.charAt(0).toLowerCase() + message.slice(1)
  return examples[rule] === undefined ? sentence : `${sentence}, such as ${examples[rule]}`
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '')
