import type { CallDeclaration } from '@holdfast/contract'
import { type Cell, cellText } from '../../platform/csv-text.ts'
import { itemFormat } from '../../platform/http/index.ts'
import { isScalar, type Schema, withoutNull } from './item-schema.ts'

/** What one field of an item is in a CSV file: one column or more. */
export interface CsvField {
  field: string
  /** The names of the columns. */
  names: readonly string[]
  /** The cells of a value, with commas between them. Nothing and `null` are empty cells. */
  cellsOf: (value: unknown) => string
}

/**
 * The columns of a list: the fields of its items in their order. Objects with known fields become columns with dotted names; lists of
 * texts and numbers are joined; everything else is JSON.
 */
export const csvFields = (call: CallDeclaration, { properties = {} }: Schema): CsvField[] =>
  Object.entries(properties).map(([name, schema]) => ({ field: name, ...columnsOf(call, name, schema) }))

/** The same, with a column for each field of an item: its objects are JSON. */
export const flatFields = (call: CallDeclaration, { properties = {} }: Schema): CsvField[] =>
  Object.entries(properties).map(([name, schema]) => ({
    field: name,
    names: [name],
    cellsOf: cellOf(call, withoutNull(schema)),
  }))

type Columns = Pick<CsvField, 'names' | 'cellsOf'>

const columnsOf = (call: CallDeclaration, path: string, schema: Schema): Columns => {
  const known = withoutNull(schema)
  if (!known.properties) return { names: [path], cellsOf: cellOf(call, known) }
  const inner = Object.entries(known.properties).map(([name, each]) => ({
    name,
    ...columnsOf(call, `${path}.${name}`, each),
  }))
  const names = inner.flatMap((each) => each.names)
  const noCells = ','.repeat(names.length - 1)
  return {
    names,
    cellsOf: (value) => {
      if (value === null || value === undefined) return noCells
      const object = value as Readonly<Record<string, unknown>>
      return inner.map(({ name, cellsOf }) => cellsOf(object[name])).join(',')
    },
  }
}

const cellOf = (call: CallDeclaration, schema: Schema): CsvField['cellsOf'] => {
  if (isScalar(schema)) return (value) => cellText(value as Cell)
  if (schema.items && isScalar(withoutNull(schema.items))) {
    return (value) => cellText((value as readonly Cell[] | null | undefined)?.map((each) => each ?? '').join('; '))
  }
  const { write } = itemFormat(call, schema)
  return (value) => (value === null || value === undefined ? '' : cellText(write(value)))
}
