import type { CallDeclaration, ValidationProblem } from '@holdfast/contract'
import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js'
import { hasExactNumbers, isStorable } from '../database/index.ts'
import { type InvalidItem, separateInvalid } from './invalid-items.ts'
import { errorsOf, maxProblems, schemaCompiler, toProblem } from './schema-problems.ts'

/** Stops at the first error, so that the cost of a hostile body does not depend on how many errors it has. */
const forJson = schemaCompiler()
/** Reports every error, for forms, which are short. */
const forForms = schemaCompiler({ allErrors: true })
/** Bodies with more values than this are not forms; only their first error is reported. */
const maxFormValues = 2_000

type Schema = Record<string, unknown>

/** The rules for the body of a call, as data that can be sent to a worker thread. */
export interface BodyRules {
  schema: Schema
  /** The list whose items are accepted or refused one by one. */
  itemByItem: string | null
  /** Whether texts that PostgreSQL can't store are left to the handler, so that one of them does not stop a recording. */
  isAnyTextTaken: boolean
}

/** The result of checking a body. */
export interface CheckedBody {
  /** Without the invalid items. */
  body: unknown
  invalid: readonly InvalidItem[]
  problems: ValidationProblem[]
  /** Whether PostgreSQL can store it unchanged; false if there are problems. */
  isStorable: boolean
}

/** Makes an object schema refuse unknown fields, unless it says otherwise itself. */
export const closed = (schema: AnySchema): AnySchema =>
  typeof schema === 'object' && 'properties' in schema ? { additionalProperties: false, ...schema } : schema

export const bodyRulesOf = ({ body, itemByItem, action }: CallDeclaration): BodyRules | null =>
  body === undefined
    ? null
    : {
        schema: closed(body) as Schema,
        itemByItem: itemByItem ?? null,
        isAnyTextTaken: action === 'device' || action === 'public',
      }

/** Compiles the check of a body. The check fills in defaults and separates invalid items from valid ones. */
export const bodyCheck = ({ schema, itemByItem, isAnyTextTaken }: BodyRules): ((body: unknown) => CheckedBody) => {
  const check = itemByItem === null ? formCheck(schema) : itemByItemCheck(itemByItem, schema)
  const isKept = isAnyTextTaken ? hasExactNumbers : isStorable
  return (body) => {
    const checked = check(body)
    return { ...checked, isStorable: checked.problems.length === 0 && isKept(checked.body) }
  }
}

type Checked = Omit<CheckedBody, 'isStorable'>

const formCheck = (schema: Schema): ((body: unknown) => Checked) => {
  const check = forJson.compile(schema)
  let nameFaults: ValidateFunction | undefined
  return (body) => {
    if (check(body)) return { body, invalid: [], problems: [] }
    const first = errorsOf(check)
    nameFaults ??= forForms.compile(schema)
    const isForm = valuesWithin(body, maxFormValues) >= 0
    const errors = isForm && !nameFaults(body) ? errorsOf(nameFaults) : first
    return { body, invalid: [], problems: errors.slice(0, maxProblems).map((error) => toProblem('body', error)) }
  }
}

/** Subtracts the number of nested values from `most`; stops as soon as the result is negative. */
const valuesWithin = (value: unknown, most: number): number => {
  let left = most - 1
  if (value === null || typeof value !== 'object') return left
  for (const name in value) {
    if (left < 0) break
    left = valuesWithin((value as Record<string, unknown>)[name], left)
  }
  return left
}

/** Checks the fields around the list and the list's length first, then each item by itself. */
const itemByItemCheck = (list: string, schema: Schema): ((body: unknown) => Checked) => {
  const properties = schema.properties as Record<string, Schema>
  const { items = {}, ...listAlone } = properties[list] ?? {}
  const checkAround = forJson.compile({ ...schema, properties: { ...properties, [list]: listAlone } })
  const checkItem = forJson.compile(items as Schema)
  const names = Object.keys((items as Schema).properties ?? {})
  return (body) => {
    if (!checkAround(body)) {
      return { body, invalid: [], problems: errorsOf(checkAround).map((error) => toProblem('body', error)) }
    }
    const { [list]: all = [], ...rest } = body as Record<string, unknown[]>
    const { valid, invalid } = separateInvalid(all, checkItem, names)
    return { body: { ...rest, [list]: valid }, invalid, problems: [] }
  }
}
