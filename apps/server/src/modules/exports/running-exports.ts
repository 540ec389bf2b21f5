import { limits, ProductError } from '@holdfast/contract'

/** How many exports of a caller this process is sending. */
const running = new Map<string, number>()

/**
 * Counts an export until the returned function is called.
 * @throws ProductError `export.too_many`
 */
export const beginExport = (caller: string): (() => void) => {
  const others = running.get(caller) ?? 0
  if (others >= limits.maxExportsAtOnce) throw new ProductError('export.too_many')
  running.set(caller, others + 1)
  return () => {
    const left = (running.get(caller) ?? 1) - 1
    if (left === 0) running.delete(caller)
    else running.set(caller, left)
  }
}
