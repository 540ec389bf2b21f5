import type { VerifyRequest } from '@holdfast/contract'
import type { DeviceRow } from '../../platform/database/index.ts'

type KnownNumber = DeviceRow['phone_numbers'][number]

/** Two months of numbers, for a handset that changes its SIM every day. */
const maxKept = 64

/**
 * The phone numbers of a device after it reported those of its SIMs. Reported numbers are verified now. Numbers that
 * it no longer reports stay known, without their slot if another number is in it.
 */
export const verifiedPhoneNumbers = (
  known: readonly KnownNumber[],
  given: VerifyRequest['phone_numbers'],
  now: Date,
): KnownNumber[] => {
  const time = now.toISOString()
  const current = new Map<string, KnownNumber>()
  for (const { phone_number, slot_index = null } of given) {
    // There is a SIM in the slot, but the carrier does not provide its number.
    if (phone_number === null || current.has(phone_number)) continue
    const before = known.find((one) => one.phone_number === phone_number)
    current.set(phone_number, {
      phone_number,
      first_verified: before?.first_verified ?? time,
      last_verified: time,
      slot_index,
    })
  }
  const taken = new Set([...current.values()].map(({ slot_index }) => slot_index))
  const earlier = known
    .filter(({ phone_number }) => !current.has(phone_number))
    .map((one) => (taken.has(one.slot_index) ? { ...one, slot_index: null } : one))
  return [...current.values(), ...earlier].slice(0, maxKept)
}

/** Former numbers of a device after a handover: its present numbers are added to them. @param held_until when the present holder's time ended */
export const withFormerNumbers = (
  { phone_numbers, former_phone_numbers }: Pick<DeviceRow, 'phone_numbers' | 'former_phone_numbers'>,
  held_until: Date | string | null,
): DeviceRow['former_phone_numbers'] => {
  if (held_until === null) return former_phone_numbers
  const until = new Date(held_until).toISOString()
  const ended = phone_numbers.map((number) => ({ ...number, held_until: until }))
  return [...ended, ...former_phone_numbers].slice(0, maxKept)
}
