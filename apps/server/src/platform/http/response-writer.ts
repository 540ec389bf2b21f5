import type { CallDeclaration } from '@holdfast/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
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
  const alternatives = ((response.anyOf as Schema[] | undefined) ?? [response]).map(compile)
  return (answer) => {
    for (const { check, write } of alternatives) if (check(answer)) return write(answer)
    throw otherThanDeclared(call, alternatives[0]?.check)
  }
}

/** How single items of a call's response are checked and written. */
interface ItemFormat {
  /** @throws Error for an item that does not match its schema */
  assertValid(item: unknown): void
  /** JSON with the declared fields only. */
  write(item: unknown): string
}

/** Compiles the schema of an item, or of a part of one. */
export const itemFormat = (call: CallDeclaration, schema: object): ItemFormat => {
  const { check, write } = compile(schema as Schema)
  return {
    assertValid: (item) => {
      if (!check(item)) throw otherThanDeclared(call, check)
    },
    write,
  }
}

const compile = (declared: Schema) => {
  const schema = withNullables(declared) as Schema
  return { check: ajv.compile(schema), write: fastJson(schema) as (value: unknown) => string }
}

const otherThanDeclared = ({ method, path }: CallDeclaration, check: ValidateFunction | undefined): Error => {
  const fault = check?.errors?.[0]
  return new Error(`${method} ${path} answers other than declared: ${fault?.instancePath} ${fault?.message}`)
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
