import type { ValidationProblem } from '@holdfast/contract'
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { addMaxLength } from './max-length.ts'
import { addUniqueItems } from './unique-items.ts'

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
export const toProblem = (
  part: 'params' | 'query' | 'body',
  { instancePath, keyword, params, message, parentSchema }: ErrorObject,
): ValidationProblem => {
  const missing = keyword === 'required' ? `/${String(params.missingProperty)}` : ''
  const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
  const rule = parentSchema?.rule === undefined ? {} : { rule: parentSchema.rule }
  return {
    path: `/${part}${instancePath}${missing}${unknown}`.slice(0, maxNameLength),
    keyword,
    params: { ...shortTexts(params), ...rule },
    message: message ?? keyword,
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
