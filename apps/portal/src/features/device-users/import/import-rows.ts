import { type ImportColumn, type ImportRow, importColumns, limits } from '@holdfast/contract'
import type { Mapping } from './column-mapping.ts'
import type { Table } from './read-table.ts'

/** Why a row is not sent: it is too long, has a character that nothing can hold, or is about somebody of an earlier row. */
export interface LocalProblem {
  problem: 'too_long' | 'unreadable' | 'repeated'
  /** The row with the same person. */
  at?: number
}

export interface PreparedRow {
  number: number
  row: ImportRow
  local: LocalProblem | null
}

/** A NUL, or half of a surrogate pair. */
const unreadable = /\0|\p{Surrogate}/u

/** The cells of each row by column, and what can be said of them without the server. */
export const prepareRows = ({ rows }: Table, mapping: Mapping): PreparedRow[] => {
  const firstOf = new Map<string, number>()
  const mapped = importColumns.flatMap((column): [ImportColumn, number][] => {
    const index = mapping[column]
    return index === null ? [] : [[column, index]]
  })
  return rows.map(({ number, cells }) => {
    const texts = mapped.map(([column, index]) => [column, (cells[index] ?? '').trim()])
    const row = Object.fromEntries(texts) as ImportRow
    const reference = row.device_user_reference ?? ''
    const first = firstOf.get(reference)
    if (reference !== '' && first === undefined) firstOf.set(reference, number)
    return { number, row, local: localProblem(row, reference === '' ? undefined : first) }
  })
}

const localProblem = (row: ImportRow, first: number | undefined): LocalProblem | null => {
  const text = Object.values(row).join('')
  if (text.length > limits.maxImportRowCharacters) return { problem: 'too_long' }
  if (unreadable.test(text)) return { problem: 'unreadable' }
  return first === undefined ? null : { problem: 'repeated', at: first }
}
