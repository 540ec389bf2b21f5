import { describeSchemaError, type ValidationProblem } from '@holdfast/contract'
import {
  Ajv2020,
  type ErrorObject,
  type FuncKeywordDefinition,
  type Options,
  type ValidateFunction,
} from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { addUniqueItems } from './unique-items.ts'

/**
 * Replaces `maxLength`, so that it refuses a text by its length in memory where that is enough, before any other keyword looks
 * at it. Ajv's own counts the characters first, which takes as long as parsing the text, and then still matches the pattern.
 */
const addMaxLength = (ajv: Ajv2020): void => {
  ajv.removeKeyword('maxLength')
  ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    before: 'minLength',
    errors: true,
    validate,
  })
}

const validate: NonNullable<FuncKeywordDefinition['validate']> = (limit: number, text: string) => {
  if (text.length <= limit || (text.length <= 2 * limit && [...text].length <= limit)) return true
  const message = `must NOT have more than ${limit} characters`
  validate.errors = [{ keyword: 'maxLength', params: { limit }, message }]
  return false
}

export const maxProblems = 100
export const maxNameLength = 255

/** Creates an Ajv instance with our formats and keywords; not strict, as specified (rules-and-calls section 5). */
export const schemaCompiler = (options: Options = {}): Ajv2020 => {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, ownProperties: true, verbose: true, ...options })
  formats.default(ajv)
  addUniqueItems(ajv)
  addMaxLength(ajv)
  return ajv
}

/** Converts an error of Ajv. `rule` names the field rule of a pattern; the portal chooses its error text by it. */
export const toProblem = (part: 'params' | 'query' | 'body', error: ErrorObject): ValidationProblem => {
  const { instancePath, keyword, params, parentSchema } = error
  const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : ''
  const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
  const rule = parentSchema?.rule === undefined ? {} : { rule: parentSchema.rule }
  return {
    path: `/${part}${instancePath}${missing}${unknown}`.slice(0, maxNameLength),
    keyword,
    params: { ...shortTexts(params), ...rule },
    message: describeSchemaError(error),
  }
}

/** Shortens the texts, which include field names that the caller chose. */
const shortTexts = (params: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && name !== 'pattern' ? value.slice(0, maxNameLength) : value,
    ]),
  )

/** Returns the errors of a failed check and clears them, so that the check does not retain them and the input they refer to. */
export const errorsOf = (check: ValidateFunction): ErrorObject[] => {
  const errors = check.errors ?? []
  check.errors = null
  return errors
}

/** Compiles a check that returns all problems of a value, for values that are not the body of a call. */
export const problemsCheck = (schema: object): ((value: unknown) => ValidationProblem[]) => {
  const check = schemaCompiler({ allErrors: true }).compile(schema)
  return (value) => (check(value) ? [] : errorsOf(check).map((error) => toProblem('body', error)))
}
