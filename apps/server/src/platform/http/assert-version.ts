import { ProductError } from '@holdfast/contract'

interface Versioned {
  version: number
  updated_by: string | null
  updated_at: Date | string
}

/**
 * Refuses to change or delete a version that the caller has not seen. Without a version, it accepts whatever is stored.
 * @param stored `null` or `undefined` if nothing is stored yet, which is version 0
 * @throws ProductError `edit.conflict` with who changed it since, and when
 */
export const assertVersion = (seen: number | undefined, stored: Versioned | null | undefined): void => {
  if (seen === undefined || seen === (stored?.version ?? 0)) return
  const { updated_by, updated_at } = stored ?? {}
  throw new ProductError('edit.conflict', stored ? { updated_by, updated_at } : {})
}
