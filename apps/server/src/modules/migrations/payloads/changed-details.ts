import { isUnchanged } from '../../../core/calls/index.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'

interface Details {
  meta: object
  numbers: PayloadRow['numbers']
  is_personal_number: boolean
}

interface Changed {
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** The fields in which details differ, before and after; a field that is absent is `null`. `null` if nothing differs. */
export const changedDetails = (before: Details, after: Details): Changed | null => {
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !isUnchanged(old[field] ?? null, now[field] ?? null),
  )
  if (changed.length === 0) return null
  const only = (fields: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
  return { before: only(old), after: only(now) }
}

const fieldsOf = ({ meta, numbers, is_personal_number }: Details): Record<string, unknown> => ({
  ...meta,
  numbers,
  is_personal: is_personal_number,
})
