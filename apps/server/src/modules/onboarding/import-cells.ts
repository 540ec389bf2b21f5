import {
  DeviceUserReference,
  deviceUserFields,
  type ImportColumn,
  type ImportRow,
  importColumns,
  newReference,
  servicesInCell,
  type ValidationProblem,
} from '@holdfast/contract'
import { Type } from 'typebox'
import { problemsCheck } from '../../platform/http/index.ts'
import type { PersonFields } from './save-person.ts'

/** What a row says of a person; empty cells are left out. */
export interface GivenCells {
  reference: string
  /** Not checked yet. */
  fields: Partial<PersonFields>
}

const cellValue = (column: ImportColumn, text: string): unknown => {
  if (column === 'services') return servicesInCell(text)
  if (column === 'expected_device_count' && /^\d{1,9}$/.test(text)) return Number(text)
  return text
}

/** Reads the cells of a row. Spaces around a text are not part of it. */
export const givenCells = (row: ImportRow): GivenCells => {
  const given = importColumns.flatMap((column): [ImportColumn, unknown][] => {
    const text = row[column]?.trim() ?? ''
    return text === '' ? [] : [[column, cellValue(column, text)]]
  })
  const { device_user_reference = '', ...fields } = Object.fromEntries(given) as { device_user_reference?: string }
  return { reference: device_user_reference, fields }
}

const checkNew = problemsCheck(
  Type.Object({ device_user_reference: newReference(DeviceUserReference), ...deviceUserFields }),
)
const checkKnown = problemsCheck(
  Type.Partial(Type.Object({ device_user_reference: DeviceUserReference, ...deviceUserFields })),
)

/** What is wrong with the cells, by column: a new person needs all but the number of devices. */
export const problemsOfCells = ({ reference, fields }: GivenCells, isNew: boolean): ValidationProblem[] => {
  const check = isNew ? checkNew : checkKnown
  const value = { ...fields, ...(reference !== '' && { device_user_reference: reference }) }
  return check(value).map((problem) => ({ ...problem, path: problem.path.replace(/^\/body/, '') }))
}
