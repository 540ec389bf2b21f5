import type { CallDeclaration } from '@holdfast/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import fastJson from 'fast-json-stringify'

/** One error per response is enough. Responses are our own objects, so they inherit no property that a schema names. */
const ajv = new Ajv2020({ strict: false, useDefaults: true })
formats.default(ajv)

type Schema = Record<string, unknown>

/**
 * Compiles how a call's response becomes JSON: it is validated against the declared schema and reduced to it. A response that
 * does not match is a fault of ours and is never sent.
 */
export const responseWriter = (call: CallDeclaration & { response: object }): ((answer: unknown) => string) => {
  const response = call.response as Schema
  // Each alternative has its own serialiser: one for the whole schema would check again which alternative applies.
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

/** Rewrites every `X or null` as a nullable X, which is validated faster and serialised without another validation. */
const withNullables = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withNullables)
  if (schema === null || typeof schema !== 'object') return schema
  const { anyOf, ...rest } = schema as Schema
  const [inner, nothing] = Array.isArray(anyOf) && anyOf.length === 2 ? (anyOf as Schema[]) : []
  const isNullable = nothing?.type === 'null' && typeof inner?.type === 'string' && !('const' in inner)
  const simpler = isNullable ? { ...rest, ...inner, nullable: true } : schema
  return Object.fromEntries(Object.entries(simpler).map(([name, part]) => [name, withNullables(part)]))
}
