import {
  type ImportOutcome,
  importColumns,
  importResults,
  type ServiceName,
  serviceNames,
  servicesInCell,
} from '@holdfast/contract'
import Papa from 'papaparse'
import { type MessageId, refusalText, text } from '../../../shared/i18n/text.ts'
import type { LocalProblem, PreparedRow } from './import-rows.ts'
import type { Outcomes } from './import-run.ts'
import { rowProblems } from './row-problems.ts'

/** What becomes of a row, or became of it. */
export interface RowResult extends PreparedRow {
  result: ImportOutcome['result'] | 'waiting'
  /** What is wrong with it, a line for each column, or what changes. */
  words: string
  /** How many people and apps gain access by its move that its author could not give. */
  gaining: number
}

export const resultsOf = (rows: readonly PreparedRow[], previewed: Outcomes, applied: Outcomes): RowResult[] =>
  rows.map((prepared, index) => {
    if (prepared.local) return { ...prepared, result: 'refused', words: localText(prepared.local), gaining: 0 }
    const outcome = applied[index] ?? previewed[index]
    if (!outcome) return { ...prepared, result: 'waiting', words: '', gaining: 0 }
    return { ...prepared, result: outcome.result, words: wordsOf(prepared, outcome), gaining: outcome.gaining }
  })

export const countsOf = (results: readonly RowResult[]): Record<ImportOutcome['result'], number> => {
  const counts = Object.fromEntries(importResults.map((result) => [result, 0])) as Record<
    ImportOutcome['result'],
    number
  >
  for (const { result } of results) if (result !== 'waiting') counts[result] += 1
  return counts
}

/** How many devices the people whom the rows add or bring back are expected to have, by service, as far as the rows say. */
export const expectedDevicesOf = (results: readonly RowResult[]): Map<ServiceName, number> => {
  const expected = new Map<ServiceName, number>()
  for (const { row, result } of results) {
    if (result !== 'new' && result !== 'brought_back') continue
    const named = servicesInCell(row.services ?? '')
    for (const service of serviceNames.filter((one) => named.includes(one))) {
      expected.set(service, (expected.get(service) ?? 0) + Number(row.expected_device_count || 1))
    }
  }
  return expected
}

const localText = ({ problem, at = 0 }: LocalProblem): string => text(`import.row_${problem}`, { row: at })

const columnText = (column: string): string => text(`import.column_${column}` as MessageId)

const wordsOf = ({ row }: PreparedRow, outcome: ImportOutcome): string => {
  const { result, problems, changes, moved_from, code, message, service } = outcome
  if (problems.length > 0) return rowProblems(problems, text).join('\n')
  if (code === 'access.opens_to_others') return text('import.not_accepted')
  if (result === 'refused') return refusalText(code ?? '', service ? { service } : {}) ?? message ?? ''
  const others = changes.filter((column) => column !== 'group').map(columnText)
  const moved = moved_from === null ? [] : [text('import.moves', { from: moved_from, to: row.group ?? '' })]
  return [...moved, ...others].join(', ')
}

const byteOrderMark = '\ufeff'

/** A file for spreadsheets, in which no cell is taken for a formula. */
const csvOf = (fields: readonly string[], rows: readonly (readonly string[])[]): Blob => {
  const csv = Papa.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: true })
  return new Blob([byteOrderMark, csv, '\r\n'], { type: 'text/csv;charset=utf-8' })
}

/** The rows of the file with what became of each. */
export const resultsFile = (results: readonly RowResult[]): Blob =>
  csvOf(
    ['row', ...importColumns, 'result', 'details'],
    results.map(({ number, row, result, words }) => [
      String(number),
      ...importColumns.map((column) => row[column] ?? ''),
      text(`import.${result}`),
      words,
    ]),
  )

/** A file to fill in, with an example. */
export const templateFile = (): Blob =>
  csvOf(importColumns, [['ana.reis', 'Ana', 'Reis', 'ana.reis@example.com', 'London', 'calls sms mms', '1']])
