import type { HandsetIdentity } from '@holdfast/device-kit'
import { cities } from './cities.ts'
import type { SimulatedIdentity } from './fleet-file.ts'
import { seededRandom } from './seeded-random.ts'

const models = [
  { model: 'SM-S921B', os_version: '15' },
  { model: 'SM-A556B', os_version: '14' },
  { model: 'Pixel 8', os_version: '16' },
  { model: 'XQ-DQ54', os_version: '14' },
] as const

export type Hardware = Pick<HandsetIdentity, 'device_info' | 'phone_numbers' | 'imeis'> & { phone_number: string }

/** The hardware of a handset. The same serial number always gives the same hardware. */
export const hardwareOf = ({ device_reference, city }: SimulatedIdentity): Hardware => {
  const random = seededRandom(`hardware ${device_reference}`)
  const phone_number = cities[city].numberOf(String(random.between(1000, 9999)))
  return {
    device_info: {
      ...random.pick<(typeof models)[number]>(models),
      app_version: '1.0.0',
      serial_number: device_reference,
    },
    phone_number,
    phone_numbers: [{ phone_number, slot_index: 0 }],
    imeis: [
      withCheckDigit(`35${String(random.between(0, 999_999)).padStart(6, '0')}${random.between(100_000, 999_999)}`),
    ],
  }
}

/** Appends the Luhn check digit of an IMEI to its first 14 digits. */
const withCheckDigit = (digits: string): string => {
  const sum = [...digits].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
