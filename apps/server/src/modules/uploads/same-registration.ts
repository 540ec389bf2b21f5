import { isDeepStrictEqual } from 'node:util'
import { instantOf, type PayloadRegistration } from '@holdfast/contract'
import type { PayloadRow } from '../../platform/database/index.ts'
import type { Seal } from '../payloads/index.ts'

/** The facts about a recording, in the same form whether they were received or read from the database. */
const factsOf = ({
  payload_type,
  sequence,
  numbers,
  meta,
}: {
  payload_type: string
  sequence: number
  numbers: readonly (string | null)[]
  meta: Record<string, unknown>
}) => ({
  payload_type,
  sequence,
  numbers,
  // As the database returns it, so that values that JSON does not distinguish (0 and -0) are equal.
  meta: JSON.parse(JSON.stringify(meta)) as unknown,
})

/** Whether a handset registers the recording that it registered before under this reference, perhaps sealed again. */
export const isSameRecording = (item: PayloadRegistration, known: PayloadRow): boolean =>
  instantOf(item.payload_time).getTime() === Date.parse(known.payload_time) &&
  isDeepStrictEqual(factsOf(item), factsOf(known))

export const sealOf = ({ key_id, encrypted_dek, iv, checksum, size }: Partial<Seal>): Seal => ({
  key_id: key_id ?? null,
  encrypted_dek: encrypted_dek ?? null,
  iv: iv ?? null,
  checksum: checksum ?? null,
  size: size ?? null,
})

export const isSameSeal = (a: Partial<Seal>, b: Partial<Seal>): boolean => isDeepStrictEqual(sealOf(a), sealOf(b))
