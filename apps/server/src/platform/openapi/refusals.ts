import { type CallDeclaration, type ErrorCode, errors, isAccountCall } from '@holdfast/contract'
import { Type } from 'typebox'
import type { JsonObject, NamedSchemas } from './named-schemas.ts'

const ValidationProblem = Type.Object(
  {
    path: Type.String({ description: 'JSON pointer that begins with `params`, `query` or `body`' }),
    keyword: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown()),
    message: Type.String(),
  },
  { title: 'ValidationProblem', description: 'What is wrong with one field.' },
)

/** The body of every refusal (rules-and-calls section 8). */
const ErrorRecord = Type.Object(
  {
    error_code: Type.Integer({ minimum: 400, maximum: 599, description: 'HTTP status' }),
    message: Type.String(),
    code: Type.String({ description: 'Product code; it stays the same' }),
    errors: Type.Optional(Type.Array(ValidationProblem)),
    details: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'What stands in the way, where it may be told' }),
    ),
  },
  { title: 'ErrorRecord', description: 'Why a request was refused or failed.' },
)

/** Errors that every call can return. */
const ofEveryCall: readonly ErrorCode[] = [
  'request.malformed',
  'request.invalid',
  'request.rate_limited',
  'auth.other_host',
  'server.internal',
  'server.dependency_down',
  'server.not_ready',
  'server.busy',
]
const ofBodies: readonly ErrorCode[] = [
  'request.incomplete',
  'request.timeout',
  'request.too_large',
  'request.too_many_values',
]
const ofTokens: readonly ErrorCode[] = ['auth.required', 'auth.bad_token', 'auth.bad_support_prefix', 'auth.inactive']
/** In support mode every call requires accepted terms; otherwise most do. */
const ofPeople: readonly ErrorCode[] = ['auth.address_not_allowed', 'auth.forbidden', 'auth.terms_required']

/** The product errors that a call can return, by status. */
export const refusalsOf = (call: CallDeclaration): ReadonlyMap<number, readonly ErrorCode[]> => {
  const { action, body, bodyKind, errors: own = [] } = call
  const codes = new Set<ErrorCode>([
    ...ofEveryCall,
    ...(body || bodyKind ? ofBodies : []),
    ...(action === 'public' ? [] : ofTokens),
    ...(action === 'public' || action === 'device' ? [] : ofPeople),
    ...(isAccountCall(call) ? (['request.not_found'] as const) : []),
    ...own,
  ])
  return Map.groupBy([...codes].sort(), (code) => errors[code][0])
}

const headersOf = (status: number): JsonObject => {
  if (status === 401) return { 'WWW-Authenticate': { schema: { type: 'string' } } }
  const isWorthAnotherTry = status === 429 || status === 503
  return isWorthAnotherTry ? { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds' } } : {}
}

/** Error responses: each status with the codes that it can have. A response to HEAD has no body, and so no code. */
export const refusalResponses = (call: CallDeclaration, schemas: NamedSchemas): JsonObject => {
  const record = schemas.refer(ErrorRecord) as JsonObject
  const responses = [...refusalsOf(call)].map(([status, codes]): [string, JsonObject] => {
    const headers = { ...headersOf(status), ...documentedHeaders(call, status, schemas) }
    const schema = { ...record, properties: { code: { enum: [...codes] } } }
    return [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errors[code][1]}.`).join(' '),
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(call.method === 'HEAD' ? {} : { content: { 'application/json': { schema } } }),
      },
    ]
  })
  const otherwise = {
    description: 'Refused before the call was known.',
    content: { 'application/json': { schema: record } },
  }
  return { ...Object.fromEntries(responses), default: otherwise }
}

/** The headers that the call declares for a status. */
export const documentedHeaders = (
  { responseHeaders = {} }: CallDeclaration,
  status: number,
  schemas: NamedSchemas,
): JsonObject =>
  Object.fromEntries(
    Object.entries(responseHeaders)
      .filter(([, { statuses }]) => statuses.includes(status))
      .map(([name, { schema, description }]) => [name, { schema: schemas.refer(schema), description }]),
  )
