import { type CallDeclaration, ProductError, type ValidationProblem } from '@holdfast/contract'
import { Ajv2020, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { hasExactNumbers, isStorable } from '../database/index.ts'
import { addMaxLength } from './max-length.ts'
import { setApart, type UnfitItem } from './unfit-items.ts'
import { addUniqueItems } from './unique-items.ts'

// The specification compiles its schemas in a non-strict mode (rules-and-calls section 5).
const shared = { strict: false, useDefaults: true, ownProperties: true, verbose: true } as const
const forText = new Ajv2020({ ...shared, allErrors: true, coerceTypes: true })
/** Stops at the first fault: what a hostile body costs must not depend on how much is wrong with it. */
const forJson = new Ajv2020(shared)
/** Names every fault of a form, of which there are few. */
const forForms = new Ajv2020({ ...shared, allErrors: true })
for (const ajv of [forText, forJson, forForms]) {
  formats.default(ajv)
  addUniqueItems(ajv)
  addMaxLength(ajv)
}

type Part = 'params' | 'query' | 'body'

const mostProblems = 100
/** Values of a form of a person; of more, the first fault is told alone. */
const mostFormValues = 2_000
const longestName = 255
const unstorable = () =>
  new ProductError('request.malformed', { reason: 'a text or a number cannot be stored as it is' })

/** A pointer of the schema that closes objects: bodies and queries refuse fields that they do not know. */
const closed = (schema: AnySchema): AnySchema =>
  typeof schema === 'object' && 'properties' in schema ? { additionalProperties: false, ...schema } : schema

/** `rule` names the field rule that a pattern belongs to, by which a portal finds the words for a person. */
const toProblem = (
  part: Part,
  { instancePath, keyword, params, message, parentSchema }: ErrorObject,
): ValidationProblem => {
  const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : ''
  const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
  const rule = parentSchema?.rule === undefined ? {} : { rule: parentSchema.rule }
  return {
    path: `/${part}${instancePath}${missing}${unknown}`.slice(0, longestName),
    keyword,
    params: { ...shortTexts(params), ...rule },
    message: message ?? keyword,
  }
}

/** Names of fields that the caller made up are among them. */
const shortTexts = (params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'pattern' ? value.slice(0, longestName) : value,
    ]),
  )

/** The errors of a check that failed; it keeps none of them, nor the input that they hold. */
const errorsOf = (check: ValidateFunction): ErrorObject[] => {
  const errors = check.errors ?? []
  check.errors = null
  return errors
}

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/** What the schemas let through. `unfit`: no longer in the body; the call refuses them by itself, in this order. */
export interface CheckedInput extends RawInput {
  unfit: readonly UnfitItem[]
}

type Checked = Pick<CheckedInput, 'body' | 'unfit'> & { problems: ValidationProblem[] }

/**
 * Compiles the input check of a call. The returned function coerces the text of paths and queries to their types, fills
 * in defaults and answers what the handler may rely on. Items that break the schema are set apart where the call takes
 * them item by item.
 * @throws ProductError `request.invalid` with the problems, by part; `request.malformed` for what PostgreSQL can't store
 */
export const inputCheck = (call: CallDeclaration): ((raw: RawInput) => CheckedInput) => {
  const texts: ['params' | 'query', ValidateFunction][] = []
  if (call.params) texts.push(['params', forText.compile(call.params)])
  if (call.query) texts.push(['query', forText.compile(closed(call.query))])
  const checkBody = call.body ? bodyCheck(call, closed(call.body) as Schema) : null
  // What a handset has recorded must not be held up by one text: calls of handsets look at each, or store what can be.
  const isOfHandsets = call.action === 'device' || call.action === 'public'
  return (raw) => {
    const params = call.params ? raw.params : {}
    const query = call.query ? raw.query : {}
    const { body, unfit, problems }: Checked = checkBody?.(raw.body) ?? { body: undefined, unfit: [], problems: [] }
    const input = { params, query }
    const all = texts.flatMap(([part, check]) =>
      check(input[part]) ? [] : errorsOf(check).map((error) => toProblem(part, error)),
    )
    all.push(...(call.query ? [] : unknownParameters(raw.query)), ...problems)
    if (all.length > 0) throw new ProductError('request.invalid', {}, all.slice(0, mostProblems))
    if (!isStorable([params, query]) || !(isOfHandsets ? hasExactNumbers : isStorable)(body)) throw unstorable()
    return { ...input, body, unfit }
  }
}

const unknownParameters = (query: unknown): ValidationProblem[] =>
  Object.keys(query ?? {}).map((name) => ({
    path: `/query/${name}`.slice(0, longestName),
    keyword: 'additionalProperties',
    params: {},
    message: 'is not known',
  }))

type Schema = Record<string, unknown>

const bodyCheck = (call: CallDeclaration, schema: Schema): ((body: unknown) => Checked) =>
  call.itemByItem ? itemByItemCheck(call.itemByItem, schema) : formCheck(schema)

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
  for (const inner of Object.values(value)) {
    if (left < 0) break
    left = valuesWithin(inner, left)
  }
  return left
}

/** The request around the list is checked as any other; its length before any item, and each item by itself. */
const itemByItemCheck = (list: string, schema: Schema): ((body: unknown) => Checked) => {
  const properties = schema.properties as Record<string, Schema>
  const { items = {}, ...listAlone } = properties[list] ?? {}
  const checkAround = forJson.compile({ ...schema, properties: { ...properties, [list]: listAlone } })
  const checkItem = forJson.compile(items as Schema)
  return (body) => {
    if (!checkAround(body)) {
      return { body, unfit: [], problems: errorsOf(checkAround).map((error) => toProblem('body', error)) }
    }
    const { [list]: all = [], ...rest } = body as Record<string, unknown[]>
    const { fit, unfit } = setApart(all, checkItem)
    return { body: { ...rest, [list]: fit }, unfit, problems: [] }
  }
}

/** @throws ProductError `request.malformed` for escapes that are no UTF-8: they would be read as they are written */
export const assertReadableQuery = (url: string): void => {
  try {
    decodeURIComponent(url)
  } catch {
    throw new ProductError('request.malformed', { reason: 'the query is not UTF-8' })
  }
}
