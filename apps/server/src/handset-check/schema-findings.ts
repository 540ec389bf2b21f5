import {
  type CallDeclaration,
  calls,
  DeviceLog,
  GpsPosition,
  PayloadRegistration,
  type PayloadType,
  payloadMetaSchemas,
  payloadTypes,
} from '@holdfast/contract'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import type { ClauseId } from './clauses.ts'
import type { Findings } from './findings.ts'

/** The lists whose items the server judges one by one, with the schema of an item. */
const itemSchemas = new Map<CallDeclaration, { list: string; schema: TSchema }>([
  [calls.registerPayloads, { list: 'items', schema: PayloadRegistration }],
  [calls.receiveDeviceLogs, { list: 'logs', schema: DeviceLog }],
  [calls.receivePositions, { list: 'positions', schema: GpsPosition }],
])

/** A place in a body that breaks its schema. */
export interface SchemaProblem {
  /** The item of the list; `undefined` when the request itself is wrong. */
  index: number | undefined
  message: string
}

/** Compares a body with the contract, and reports each difference to the clause that it breaks. */
export const schemaProblems = (call: CallDeclaration, body: unknown, findings: Findings): SchemaProblem[] => {
  if (!call.body) return []
  const items = itemSchemas.get(call)
  const problems = items ? listProblems(call.body, items, body) : problemsOf(call.body, body, '')
  const wrong = new Set(problems.map(({ clause }) => clause))
  for (const { clause, place, message, value } of problems) {
    findings.fail(clause, `${place} ${message}`, `${call.method} ${call.path}: ${shortened(value)}`)
  }
  for (const clause of ['requests.fields', 'requests.unknown-fields', 'requests.times'] as const) {
    if (!wrong.has(clause)) findings.pass(clause)
  }
  return problems.map(({ index, place, message }) => ({ index, message: `${place} ${message}` }))
}

interface Problem {
  clause: ClauseId
  place: string
  message: string
  value: unknown
  index?: number
}

const listProblems = (
  schema: TSchema,
  { list, schema: itemSchema }: { list: string; schema: TSchema },
  body: unknown,
): Problem[] => {
  const given = isRecord(body) ? body[list] : undefined
  if (!Array.isArray(given)) return problemsOf(schema, body, '')
  // The items are judged one by one, so that the whole is compared with a list that has valid ones only.
  const own = problemsOf(schema, body, '').filter(({ place }) => !place.startsWith(`/${list}/`))
  const ofItems = given.flatMap((item: unknown, index) =>
    [...problemsOf(itemSchema, item, `/${list}/${index}`), ...metaProblems(item, `/${list}/${index}/meta`)].map(
      (problem) => ({ ...problem, index }),
    ),
  )
  return [...own, ...ofItems]
}

const metaProblems = (item: unknown, place: string): Problem[] => {
  if (!isRecord(item) || !isRecord(item.meta) || !isPayloadType(item.payload_type)) return []
  return problemsOf(payloadMetaSchemas[item.payload_type], item.meta, place)
}

const isPayloadType = (value: unknown): value is PayloadType => payloadTypes.some((type) => type === value)

const problemsOf = (schema: TSchema, body: unknown, prefix: string): Problem[] =>
  Errors(schema, body)
    // Alternatives are reported by what is wrong with each of them.
    .filter(({ keyword }) => keyword !== 'anyOf')
    .map((error) => {
      const value = valueAt(body, error.instancePath)
      const clause = clauseOf(error.keyword, value)
      return { clause, place: prefix + error.instancePath, message: messageOf(error), value }
    })

const messageOf = ({ message, params }: { message: string; params: object }): string => {
  const { additionalProperties } = params as { additionalProperties?: readonly string[] }
  return additionalProperties ? `must not have ${additionalProperties.join(', ')}` : message
}

const looksLikeTime = /^\d{4}-\d\d-\d\d[T ]?/

const clauseOf = (keyword: string, value: unknown): ClauseId => {
  if (keyword === 'additionalProperties') return 'requests.unknown-fields'
  return typeof value === 'string' && looksLikeTime.test(value) ? 'requests.times' : 'requests.fields'
}

const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isRecord(value) || Array.isArray(value) ? Object(value)[name] : undefined), body)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shortened = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 200)
