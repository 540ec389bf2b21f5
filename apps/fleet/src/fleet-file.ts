import { readFile } from 'node:fs/promises'
import { type CityName, isCityName } from './cities.ts'
import { seededRandom } from './seeded-random.ts'

/** A simulated handset: its device user, its city and its credentials. */
export interface SimulatedIdentity {
  client: string
  /** base64url of 32 bytes. */
  enrolment_secret: string
  device_user_reference: string
  /** The serial number. */
  device_reference: string
  city: CityName
}

/**
 * Reads the fleet: `{ "handsets": [{ "client", "enrolment_secret", "device_user_reference", "device_reference", "city" }] }`.
 * A missing `device_reference` or `city` is derived from the client and the device user's reference.
 *
 * @throws Error one line that says what is wrong with the file
 */
export const readFleetFile = async (file: string): Promise<SimulatedIdentity[]> => {
  const content: unknown = JSON.parse(await readFile(file, 'utf8'))
  const handsets = isRecord(content) ? content.handsets : undefined
  if (!Array.isArray(handsets)) throw new Error(`${file} has no list of handsets`)
  return handsets.map((handset, at) => identityOf(handset, `${file}, handset ${at + 1}`))
}

const identityOf = (handset: unknown, where: string): SimulatedIdentity => {
  if (!isRecord(handset)) throw new Error(`${where} is not an object`)
  const text = (name: string): string => {
    const value = handset[name]
    if (typeof value !== 'string' || value === '') throw new Error(`${where} has no ${name}`)
    return value
  }
  const [client, device_user_reference] = [text('client'), text('device_user_reference')]
  const random = seededRandom(`${client} ${device_user_reference}`)
  const serial = `R5${random.hex(9).toUpperCase()}`
  const city = random.pick<CityName>(['london', 'sao-paulo', 'lisbon'])
  return {
    client,
    device_user_reference,
    enrolment_secret: text('enrolment_secret'),
    device_reference: handset.device_reference === undefined ? serial : text('device_reference'),
    city: isCityName(handset.city) ? handset.city : city,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
