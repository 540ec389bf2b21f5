import { timestampPattern } from './times.ts'

interface SchemaError {
  keyword: string
  params: object
  message?: string | undefined
}

const unknownField = 'is not a known field'
const notATime = 'must be a time in UTC such as 2026-01-31T12:00:00.000Z, with three digits of milliseconds or none'

/** Describes a schema error in an item from a device, for its developers. Ajv's own messages omit the allowed values. */
export const describeSchemaError = ({ keyword, params, message = keyword }: SchemaError): string => {
  if (keyword === 'boolean' || keyword === 'additionalProperties') return unknownField
  if (keyword === 'pattern' && 'pattern' in params && String(params.pattern) === timestampPattern) return notATime
  if (keyword === 'enum' && 'allowedValues' in params) return `${message}: ${listed(params.allowedValues)}`
  return message
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.join(', ') : '')
