import type { CallDeclaration } from '@holdfast/contract'

/** The parts of a JSON schema that decide how a value is written. */
export interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
}

/** Fields that show content of recordings. Content leaves by downloads, which are recorded for each recording. */
const contentFields: ReadonlySet<string> = new Set(['snippet'])

/** The schema of a list's items, without content. The first alternative of a list's response is its page. */
export const itemSchemaOf = ({ response, path }: CallDeclaration): Schema => {
  const [page] = (response as Schema | undefined)?.anyOf ?? []
  const item = page?.properties?.items?.items
  if (!item?.properties) throw new Error(`${path} is no list`)
  return {
    ...item,
    properties: Object.fromEntries(Object.entries(item.properties).filter(([name]) => !contentFields.has(name))),
    required: item.required?.filter((name) => !contentFields.has(name)) ?? [],
  }
}

/** The schema of a value that may be null. */
export const withoutNull = (schema: Schema): Schema => {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only && others.length === 0 ? only : schema
}

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** An enumeration has values instead of a type. */
export const isScalar = (schema: Schema): boolean =>
  schema.anyOf?.every(isScalar) ?? ('enum' in schema || 'const' in schema || scalarTypes.has(schema.type ?? ''))

/** Whether all values are texts. Enumerations of the contract are. */
export const isText = (schema: Schema): boolean =>
  isScalar(schema) && !['number', 'integer', 'boolean', 'null'].includes(schema.type ?? '')
