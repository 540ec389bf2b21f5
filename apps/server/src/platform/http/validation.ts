import { type CallDeclaration, ProductError, type ValidationProblem } from '@holdfast/contract'
import { Ajv2020, type AnySchema, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { isStorable } from '../database/index.ts'
import { setApart, type UnfitItem } from './unfit-items.ts'
import { addUniqueItems } from './unique-items.ts'

// The specification compiles its schemas in a non-strict mode (rules-and-calls section 5).
const shared = { strict: false, allErrors: true, useDefaults: true, ownProperties: true, verbose: true } as const
const forText = new Ajv2020({ ...shared, coerceTypes: true })
const forJson = new Ajv2020(shared)
for (const ajv of [forText, forJson]) {
  formats.default(ajv)
  addUniqueItems(ajv)
}

type Part = 'params' | 'query' | 'body'

const mostProblems = 100
const reason = 'a text holds a character that cannot be stored'

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
    path: `/${part}${instancePath}${missing}${unknown}`,
    keyword,
    params: { ...params, ...rule },
    message: message ?? keyword,
  }
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

/**
 * Compiles the input check of a call. The returned function coerces the text of paths and queries to their types, fills
 * in defaults and answers what the handler may rely on. Items that break the schema are set apart where the call takes
 * them item by item.
 * @throws ProductError `request.invalid` with every problem, by part; `request.malformed` for text that PostgreSQL can't store
 */
export const inputCheck = (call: CallDeclaration): ((raw: RawInput) => CheckedInput) => {
  const parts: [Part, ValidateFunction][] = []
  if (call.params) parts.push(['params', forText.compile(call.params)])
  if (call.query) parts.push(['query', forText.compile(closed(call.query))])
  if (call.body) parts.push(['body', forJson.compile(closed(call.body))])
  // What a handset has recorded must not be held up by one text: calls of handsets look at each, or store what can be.
  const isOfPeople = call.action !== 'device' && call.action !== 'public'
  return (raw) => {
    const input: RawInput = {
      params: call.params ? raw.params : {},
      query: call.query ? raw.query : {},
      body: call.body ? raw.body : undefined,
    }
    let unfit: readonly UnfitItem[] = []
    const problems = parts.flatMap(([part, check]) => {
      if (check(input[part])) return []
      const errors = check.errors ?? []
      const parted = part === 'body' && call.itemByItem ? setApart(input.body, call.itemByItem, errors) : null
      if (!parted) return errors.map((error) => toProblem(part, error))
      input.body = parted.body
      unfit = parted.unfit
      return []
    })
    if (!call.query && raw.query && Object.keys(raw.query).length > 0) {
      for (const name of Object.keys(raw.query)) {
        problems.push({ path: `/query/${name}`, keyword: 'additionalProperties', params: {}, message: 'is not known' })
      }
    }
    if (problems.length > 0) throw new ProductError('request.invalid', {}, problems.slice(0, mostProblems))
    if (isOfPeople && !isStorable(input.body)) throw new ProductError('request.malformed', { reason })
    return { ...input, unfit }
  }
}
