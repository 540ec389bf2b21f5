/** One figure of docs/performance.md: what was measured, and the bar for it. */
export interface Figure {
  name: string
  /** Formatted for people: `63 %`, `9.4×`, `12.1 ms`. */
  value: string
  bar: string
  meets: boolean
}

export type Cell = string | number

/** The median of an odd number of values. */
export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/** The percentile of an ascending list. `share` is from 0 to 1. */
export const percentile = (ascending: readonly number[], share: number): number =>
  ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB')
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`
export const share = (value: number): string => `${(value * 100).toFixed(0)} %`
export const times = (value: number): string => `${value.toFixed(2)}×`

/** Prints a table with the first column aligned left, and the others right. */
export const printTable = (title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void => {
  const lines = [head, ...rows.map((row) => row.map(String))]
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const aligned = (line: readonly string[]): string =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('   ')
  console.log(`\n${title}`)
  for (const line of lines) console.log(`  ${aligned(line)}`)
}

/** Prints all figures with their bars. A missed bar is shown but is no error, because machines differ. */
export const printSummary = (figures: readonly Figure[]): void =>
  printTable(
    'Figures and their bars',
    ['figure', 'measured', 'bar', ''],
    figures.map(({ name, value, bar, meets }) => [name, value, bar, meets ? 'met' : 'missed']),
  )

/** Processor time of this thread in milliseconds, which other load on the machine hardly changes. */
export const processorMilliseconds = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
