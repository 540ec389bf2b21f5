import type { ErrorCode } from '@holdfast/contract'
import type { SelectionAction } from './selection-action.ts'

export interface CountedRefusal {
  code: ErrorCode
  count: number
}

/** With which codes the rows that were read will be refused, the most frequent one first. */
export const refusalsAmong = (
  { refusalOf }: Pick<SelectionAction, 'refusalOf'>,
  keys: readonly string[],
  rows: ReadonlyMap<string, unknown>,
): CountedRefusal[] => {
  const counts = new Map<ErrorCode, number>()
  for (const key of keys) {
    const row = rows.get(key)
    const code = row === undefined ? null : (refusalOf?.(row as never) ?? null)
    if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count)
}
