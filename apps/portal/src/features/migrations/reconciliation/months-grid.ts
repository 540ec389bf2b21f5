import type { MigrationReconciliationRow } from '@holdfast/contract'

type Row = Pick<
  MigrationReconciliationRow,
  'key' | 'stated_payloads' | 'arrived_payloads' | 'destroyed_payloads' | 'is_different'
>

/** The recordings of a month, of all types. */
export interface MonthFigures {
  /** yyyy-mm */
  month: string
  /** `null` if the source says nothing about one of its types. */
  stated: number | null
  /** Also those that were destroyed since. */
  arrived: number
  isDifferent: boolean
}

const monthPattern = /^\d{4}-\d\d$/

const addedTo = (before: MonthFigures | undefined, month: string, row: Row): MonthFigures => {
  const { stated_payloads, arrived_payloads, destroyed_payloads, is_different } = row
  const stated = before === undefined ? 0 : before.stated
  return {
    month,
    stated: stated === null || stated_payloads === null ? null : stated + stated_payloads,
    arrived: (before?.arrived ?? 0) + arrived_payloads + destroyed_payloads,
    isDifferent: (before?.isDifferent ?? false) || is_different,
  }
}

/** The months of the rows by year, the earliest first; each year has twelve places. */
export const monthsByYear = (
  rows: readonly Row[],
): { year: string; months: readonly (MonthFigures | undefined)[] }[] => {
  const months = new Map<string, MonthFigures>()
  for (const row of rows) {
    if (row.key === null || !monthPattern.test(row.key)) continue
    months.set(row.key, addedTo(months.get(row.key), row.key, row))
  }
  const years = [...new Set([...months.keys()].map((month) => month.slice(0, 4)))].sort()
  return years.map((year) => ({
    year,
    months: Array.from({ length: 12 }, (_, index) => months.get(`${year}-${String(index + 1).padStart(2, '0')}`)),
  }))
}
