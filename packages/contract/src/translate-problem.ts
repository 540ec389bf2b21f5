/**
 * Turns errors of a validator into messages for people (rules-and-calls section 5). Accepts errors of Ajv and of
 * typebox/value, which name missing and unknown properties differently.
 */
import type { ValidationProblem } from './errors.ts'
import { type MessageValues, ruleMessages, type ValidationMessageId, validationMessage } from './validation-messages.ts'

export interface TranslatedProblem {
  id: ValidationMessageId
  /** English; a portal in another language finds its own text by id and values. */
  message: string
  values: MessageValues
}

type Problem = Pick<ValidationProblem, 'path' | 'keyword' | 'params'>

/** Keywords that compare with a limit. */
const limitMessages: Readonly<Record<string, ValidationMessageId>> = {
  minLength: 'too_short',
  maxLength: 'too_long',
  minimum: 'too_small',
  maximum: 'too_large',
  minItems: 'too_few',
  maxItems: 'too_many',
  minProperties: 'empty',
}

const plainMessages: Readonly<Record<string, ValidationMessageId>> = {
  additionalProperties: 'unknown_field',
  address: 'usable_address',
  enum: 'not_one_of',
  const: 'not_one_of',
  uniqueItems: 'not_unique',
}

/**
 * The message of one problem.
 * @param schemaRule the `rule` keyword of the schema that refused the value; without it, `params.rule`
 */
export const translateProblem = (problem: Problem, schemaRule?: string): TranslatedProblem => {
  const [id, values = {}] = chooseMessage(problem, schemaRule ?? text(problem.params.rule))
  return { id, message: validationMessage(id, values), values }
}

const chooseMessage = (
  problem: Problem,
  rule: string | undefined,
): readonly [id: ValidationMessageId, values?: MessageValues] => {
  const { keyword, params } = problem
  if (keyword === 'required') return missingMessage(problem)
  if (keyword === 'type') return ['wrong_type', { type: typeName(params.type) }]
  if (keyword === 'pattern' || keyword === 'format') return ruleMessage(problem, rule)
  if (keyword === 'not' && rule !== undefined) return ['reference']
  const limitMessage = limitMessages[keyword]
  if (limitMessage) return [limitMessage, { limit: Number(params.limit) }]
  return [plainMessages[keyword] ?? 'invalid']
}

const ruleMessage = (
  { path }: Problem,
  rule: string | undefined,
): readonly [id: ValidationMessageId, values?: MessageValues] => {
  const message = (rule && ruleMessages[rule]) || (['format'] as const)
  return message[0] === 'missing_field' ? ['missing_field', { field: segments(path).at(-1) ?? '' }] : message
}

/** A field of the form itself is named in a sentence; a nested property is shown beside its path. */
const missingMessage = (problem: Problem): readonly [id: ValidationMessageId, values?: MessageValues] => {
  const [field, ...others] = namedProperties(problem)
  const isFormField = field !== undefined && others.length === 0 && segments(parentOf(problem.path, field)).length <= 1
  return isFormField ? ['missing_field', { field }] : ['missing_property']
}

/** The server's problems point at the missing or unknown property itself, a validator's at the object that contains it. */
const parentOf = (pointer: string, property: string): string => {
  const own = `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return pointer.endsWith(own) ? pointer.slice(0, -own.length) : pointer
}

/** The properties that a `required` or `additionalProperties` problem names, in the form of Ajv or typebox. */
const namedProperties = ({ keyword, params }: Problem): string[] => {
  const named =
    keyword === 'required'
      ? (params.missingProperty ?? params.requiredProperties)
      : (params.additionalProperty ?? params.additionalProperties)
  return (Array.isArray(named) ? named : [named]).filter((name) => typeof name === 'string')
}

const typeName = (type: unknown): string => (Array.isArray(type) ? type.join(' or ') : String(type))

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const segments = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Problems that only summarise others, which have the message. */
const umbrella = new Set(['anyOf', 'oneOf', 'if', 'boolean'])

/**
 * Problems of a request as `{ path: message }`, ready for the fields of a form: `/body/oidc_config/issuer` is
 * `oidc_config.issuer`. A missing or unknown property has its own path. The first problem of a path wins.
 */
export const translateProblems = (problems: readonly Problem[]): Record<string, TranslatedProblem> => {
  const specific = problems.filter((problem) => !umbrella.has(problem.keyword))
  const translated: Record<string, TranslatedProblem> = {}
  for (const problem of specific.length > 0 ? specific : problems) {
    for (const [path, single] of perProperty(problem)) translated[path] ??= translateProblem(single)
  }
  return translated
}

const perProperty = (problem: Problem): (readonly [path: string, problem: Problem])[] => {
  const isNamed = problem.keyword === 'required' || problem.keyword === 'additionalProperties'
  const names = isNamed ? namedProperties(problem) : []
  if (names.length === 0) return [[segments(problem.path).slice(1).join('.'), problem]]
  return names.map((name) => {
    const parent = parentOf(problem.path, name)
    const params = { missingProperty: name, additionalProperty: name }
    return [[...segments(parent).slice(1), name].join('.'), { ...problem, path: parent, params }]
  })
}
