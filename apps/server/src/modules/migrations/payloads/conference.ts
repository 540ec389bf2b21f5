import { isDeepStrictEqual } from 'node:util'
import type { LegacyPayload } from '../../migration-files/index.ts'

/** The fields that all parts of one call share. */
const commonOf = ({ numbers: _numbers, meta, ...payload }: LegacyPayload) => {
  const { second_parties: _parties, ...rest } = meta
  return JSON.parse(JSON.stringify({ ...payload, meta: rest }))
}

/**
 * Joins the rows with one reference: the parts of a conference call, each with some of its parties.
 * @returns null if they disagree in anything but their parties
 */
export const joinParts = (parts: readonly [LegacyPayload, ...LegacyPayload[]]): LegacyPayload | null => {
  const [first, ...others] = parts
  if (others.length === 0) return first
  if (!others.every((part) => isDeepStrictEqual(commonOf(part), commonOf(first)))) return null
  if (others.every((part) => isDeepStrictEqual(part.meta.second_parties, first.meta.second_parties))) return first
  const parties = parts.flatMap(({ meta }) => meta.second_parties ?? [])
  const second_parties = parties.filter(
    (party, index) => parties.findIndex((other) => isDeepStrictEqual(other, party)) === index,
  )
  const numbers = [...new Set(parts.flatMap((part) => part.numbers))]
  return { ...first, numbers, meta: { ...first.meta, second_parties } }
}
