import { isDeepStrictEqual } from 'node:util'
import { instantOf, type PayloadRegistration } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'

/** The facts in a registration, in the same form whether it was received or read from the database. */
const factsOf = (registration: {
  payload_type: string
  sequence: number
  key_id?: string | null
  encrypted_dek?: string | null
  iv?: string | null
  checksum?: string | null
  size?: number | null
  numbers: readonly (string | null)[]
  meta: Record<string, unknown>
}) => ({
  payload_type: registration.payload_type,
  sequence: registration.sequence,
  key_id: registration.key_id ?? null,
  encrypted_dek: registration.encrypted_dek ?? null,
  iv: registration.iv ?? null,
  checksum: registration.checksum ?? null,
  size: registration.size ?? null,
  numbers: registration.numbers,
  // As the database returns it, so that values that JSON does not distinguish (0 and -0) are equal.
  meta: JSON.parse(JSON.stringify(registration.meta)) as unknown,
})

/** Whether a handset repeats a registration, rather than sends other content under a known reference. */
export const isSameRegistration = (item: PayloadRegistration, known: PayloadRow): boolean =>
  instantOf(item.payload_time).getTime() === Date.parse(known.payload_time) &&
  isDeepStrictEqual(factsOf(item), factsOf(known))
