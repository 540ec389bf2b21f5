import type { CallDeclaration } from '@holdfast/contract'
import type { Cell } from '../../platform/csv-text.ts'
import { itemFormat } from '../../platform/http/index.ts'

/** A column of a CSV file, and what it has of an item. */
export interface CsvColumn {
  name: string
  cellOf: (item: unknown) => Cell
}

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

type Value = (item: unknown) => unknown

/**
 * The columns of a list: the fields of its items in their order. Objects with known fields become columns with dotted names; lists of
 * texts and numbers are joined; everything else is JSON.
 */
export const csvColumns = (call: CallDeclaration, schema: object): CsvColumn[] =>
  columnsOf(call, schema as Schema, [], (item) => item)

/** The same, with a column for each field of an item: its objects are JSON. */
export const flatColumns = (call: CallDeclaration, { properties = {} }: Schema): CsvColumn[] =>
  Object.entries(properties).map(([name, inner]) => ({
    name,
    cellOf: cellOf(call, withoutNull(inner), (item) => (item as Record<string, unknown>)[name]),
  }))

const columnsOf = (call: CallDeclaration, schema: Schema, path: readonly string[], value: Value): CsvColumn[] => {
  const known = withoutNull(schema)
  if (known.properties) {
    return Object.entries(known.properties).flatMap(([name, inner]) =>
      columnsOf(
        call,
        inner,
        [...path, name],
        (item) => (value(item) as Record<string, unknown> | null | undefined)?.[name],
      ),
    )
  }
  return [{ name: path.join('.'), cellOf: cellOf(call, known, value) }]
}

const cellOf = (call: CallDeclaration, schema: Schema, value: Value): CsvColumn['cellOf'] => {
  if (isScalar(schema)) return value as CsvColumn['cellOf']
  if (schema.items && isScalar(withoutNull(schema.items))) {
    return (item) => (value(item) as readonly Cell[] | null | undefined)?.map((each) => each ?? '').join('; ')
  }
  const { write } = itemFormat(call, schema)
  return (item) => {
    const given = value(item)
    return given === null || given === undefined ? null : write(given)
  }
}

/** The schema of a value that may be null. */
const withoutNull = (schema: Schema): Schema => {
  const [only, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  return only && others.length === 0 ? only : schema
}

const scalarTypes = new Set(['string', 'number', 'integer', 'boolean', 'null'])

/** An enumeration has values instead of a type. */
const isScalar = (schema: Schema): boolean =>
  schema.anyOf?.every(isScalar) ?? ('enum' in schema || 'const' in schema || scalarTypes.has(schema.type ?? ''))
