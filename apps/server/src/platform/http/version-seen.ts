import { ProductError } from '@holdfast/contract'

interface Versioned {
  version: number
  updated_by: string | null
  updated_at: Date | string
}

/**
 * What somebody deletes is what they saw; who names no version deletes whatever is there.
 * @throws ProductError `edit.conflict` with who changed it since, and when
 */
export const assertSeen = (seen: number | undefined, { version, updated_by, updated_at }: Versioned): void => {
  if (seen !== undefined && seen !== version) throw new ProductError('edit.conflict', { updated_by, updated_at })
}
