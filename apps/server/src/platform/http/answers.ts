import type { CallDeclaration } from '@holdfast/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'

/** The first fault of an answer says enough. Answers are objects of ours, which inherit nothing that a schema names. */
const ajv = new Ajv2020({ strict: false, useDefaults: true })
formats.default(ajv)

type Schema = Record<string, unknown>

/**
 * Compiles how a call's answer becomes JSON: checked against what is declared, and stripped to it. A handler that answers
 * something undeclared is a fault of ours, never sent.
 */
export const answerWriter = (call: CallDeclaration & { response: object }): ((answer: unknown) => string) => {
  const response = call.response as Schema
  // Each alternative has a writer of its own: the one for the whole would check once more which alternative it is.
  const alternatives = ((response.anyOf as Schema[] | undefined) ?? [response]).map((alternative) => {
    const schema = withNullables(alternative) as Schema
    return { check: ajv.compile(schema), write: fastJson(schema) }
  })
  return (answer) => {
    for (const { check, write } of alternatives) if (check(answer)) return write(answer)
    const fault = alternatives[0]?.check.errors?.[0]
    throw new Error(`${call.method} ${call.path} answers other than declared: ${fault?.instancePath} ${fault?.message}`)
  }
}

/** The same schema with every `X or null` as a nullable X, which is checked faster and written without being checked again. */
const withNullables = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withNullables)
  if (schema === null || typeof schema !== 'object') return schema
  const { anyOf, ...rest } = schema as Schema
  const [inner, nothing] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as Schema[]) : []
  const isNullable = nothing?.type === 'null' && typeof inner?.type === 'string' && !('const' in inner)
  const simpler = isNullable ? { ...rest, ...inner, nullable: true } : schema
  return Object.fromEntries(Object.entries(simpler).map(([name, part]) => [name, withNullables(part)]))
}
