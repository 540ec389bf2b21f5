import type { CallDeclaration, ValidationProblem } from '@holdfast/contract'
import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js'
import { hasExactNumbers, isStorable } from '../database/stored-text.ts'
import { errorsOf, mostProblems, schemaCompiler, toProblem } from './schema-problems.ts'
import { setApart, type UnfitItem } from './unfit-items.ts'

/** Stops at the first fault: what a hostile body costs must not depend on how much is wrong with it. */
const forJson = schemaCompiler()
/** Names every fault of a form, of which there are few. */
const forForms = schemaCompiler({ allErrors: true })
/** Values of a form of a person; of more, the first fault is told alone. */
const mostFormValues = 2_000

type Schema = Record<string, unknown>

/** What the body of a call has to keep to; data alone, so that another thread can be told. */
export interface BodyRules {
  schema: Schema
  /** The list that the call takes item by item. */
  itemByItem: string | null
  /** What a handset has recorded must not be held up by one text: its calls look at each, or store what can be. */
  isAnyTextTaken: boolean
}

/** What was found out about a body. */
export interface CheckedBody {
  /** Without the items that are unfit. */
  body: unknown
  unfit: readonly UnfitItem[]
  problems: ValidationProblem[]
  /** Whether it can be kept as it is; said only of what has no problems. */
  isStorable: boolean
}

/** A pointer of the schema that closes objects: bodies and queries refuse fields that they do not know. */
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

/** Compiles the check of a body. It fills in defaults, and sets items apart where the call takes them one by one. */
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
    if (check(body)) return { body, unfit: [], problems: [] }
    const first = errorsOf(check)
    nameFaults ??= forForms.compile(schema)
    const isForm = valuesWithin(body, mostFormValues) >= 0
    const errors = isForm && !nameFaults(body) ? errorsOf(nameFaults) : first
    return { body, unfit: [], problems: errors.slice(0, mostProblems).map((error) => toProblem('body', error)) }
  }
}

/** What is left of `most` when the values within are taken from it; below 0 as soon as there are more. */
const valuesWithin = (value: unknown, most: number): number => {
  let left = most - 1
  if (value === null || typeof value !== 'object') return left
  for (const name in value) {
    if (left < 0) break
    left = valuesWithin((value as Record<string, unknown>)[name], left)
  }
  return left
}

/** The request around the list is checked as any other; its length before any item, and each item by itself. */
const itemByItemCheck = (list: string, schema: Schema): ((body: unknown) => Checked) => {
  const properties = schema.properties as Record<string, Schema>
  const { items = {}, ...listAlone } = properties[list] ?? {}
  const checkAround = forJson.compile({ ...schema, properties: { ...properties, [list]: listAlone } })
  const checkItem = forJson.compile(items as Schema)
  const names = Object.keys((items as Schema).properties ?? {})
  return (body) => {
    if (!checkAround(body)) {
      return { body, unfit: [], problems: errorsOf(checkAround).map((error) => toProblem('body', error)) }
    }
    const { [list]: all = [], ...rest } = body as Record<string, unknown[]>
    const { fit, unfit } = setApart(all, checkItem, names)
    return { body: { ...rest, [list]: fit }, unfit, problems: [] }
  }
}
