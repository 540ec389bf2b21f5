import { type CallDeclaration, ProductError, type ValidationProblem } from '@holdfast/contract'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import { isStorable } from '../database/index.ts'
import { bodyCheck, bodyRulesOf, type CheckedBody, closed } from './body-check.ts'
import type { InvalidItem } from './invalid-items.ts'
import { errorsOf, maxNameLength, maxProblems, schemaCompiler, toProblem } from './schema-problems.ts'

const forText = schemaCompiler({ allErrors: true, coerceTypes: true })

const unstorable = () =>
  new ProductError('request.malformed', { reason: 'a text or a number cannot be stored as it is' })

export interface RawInput {
  params: unknown
  query: unknown
  body: unknown
}

/** Input that passed the schemas. `invalid`: items removed from the body; the call refuses them itself, in this order. */
export interface CheckedInput extends RawInput {
  invalid: readonly InvalidItem[]
}

const noBody: CheckedBody = { body: undefined, invalid: [], problems: [], isStorable: true }

/**
 * Compiles the input check of a call. The returned function converts the text of paths and queries to their types, fills in
 * defaults and returns what the handler may rely on. Where the call accepts items one by one, invalid ones are set apart.
 * `checked` is the result for a body that the thread for large bodies has checked already.
 * @throws ProductError `request.invalid` with the problems, by part; `request.malformed` for what PostgreSQL can't store
 */
export const inputCheck = (call: CallDeclaration): ((raw: RawInput, checked?: CheckedBody) => CheckedInput) => {
  const texts: ['params' | 'query', ValidateFunction][] = []
  if (call.params) texts.push(['params', forText.compile(call.params)])
  if (call.query) texts.push(['query', forText.compile(closed(call.query))])
  const rules = bodyRulesOf(call)
  // Compiled for the first body that the thread for large bodies has not checked.
  let compiled: ((body: unknown) => CheckedBody) | undefined
  const checkBody = (body: unknown): CheckedBody => {
    if (!rules) return noBody
    compiled ??= bodyCheck(rules)
    return compiled(body)
  }
  return (raw, checked = checkBody(raw.body)) => {
    const params = call.params ? raw.params : {}
    const query = call.query ? raw.query : {}
    const { body, invalid, problems } = checked
    const input = { params, query }
    const all = texts.flatMap(([part, check]) =>
      check(input[part]) ? [] : errorsOf(check).map((error) => toProblem(part, error)),
    )
    all.push(...(call.query ? [] : unknownParameters(raw.query)), ...problems)
    if (all.length > 0) throw new ProductError('request.invalid', {}, all.slice(0, maxProblems))
    if (!isStorable([params, query]) || !checked.isStorable) throw unstorable()
    return { ...input, body, invalid }
  }
}

const unknownParameters = (query: unknown): ValidationProblem[] =>
  Object.keys(query ?? {}).map((name) => ({
    path: `/query/${name}`.slice(0, maxNameLength),
    keyword: 'additionalProperties',
    params: {},
    message: 'is not known',
  }))

/** @throws ProductError `request.malformed` for escapes that are not UTF-8, which the parser would leave undecoded */
export const assertReadableQuery = (url: string): void => {
  try {
    decodeURIComponent(url)
  } catch {
    throw new ProductError('request.malformed', { reason: 'the query is not UTF-8' })
  }
}
