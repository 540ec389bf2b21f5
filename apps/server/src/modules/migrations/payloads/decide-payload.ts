import { contentTypes, instantOf } from '@holdfast/contract'
import { isUnchanged } from '../../../core/calls/index.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { sameNumberAs } from '../../../platform/same-number.ts'
import type { LegacyPayload } from '../../migration-files/index.ts'
import { type Applied, failed, type PlannedUser, type Run } from '../apply/run.ts'
import type { PayloadFacts } from './facts.ts'

/** A recording of the legacy platform, and whose it is. */
export interface Belonging {
  payload: LegacyPayload
  payload_reference: string
  device_reference: string
  user: Pick<PlannedUser, 'device_user_reference' | 'group'>
  isPersonal: boolean
  /** The recording as it was imported before. */
  known: PayloadRow | null
  /** A legal hold reaches it: what is known of it stays, and only its content may still come. */
  isHeld: boolean
  /** Whether its content is to be sealed. */
  needsContent: boolean
}

const dayMs = 86_400_000
const heldMessage = 'A legal hold reaches it: what was imported before stays as it is'

const isWithoutContent = (type: LegacyPayload['payload_type']) => contentTypes[type]?.length === 0

/** The decision on a row: how it ends, or what is to be stored. */
export const decidePayload = (
  run: Run,
  payload: LegacyPayload & { payload_reference: string },
  facts: PayloadFacts,
): { ended: Applied } | { store: Belonging } => {
  const { payload_reference } = payload
  const known = facts.known.get(payload_reference) ?? null
  if (known && (known.payload_state === 'Destroyed' || known.payload_state === 'Deleted')) {
    const message = `It is ${known.payload_state} here, and stays so`
    return { ended: { code: 'PayloadAlreadyLoaded', message } }
  }
  const problem = outOfTime(payload, facts) ?? (known && contradiction(payload, known))
  if (problem) return { ended: failed(problem) }
  const belonging = known ? belongingOfKnown(payload, known, facts) : belongingOf(payload, facts)
  if ('message' in belonging) return { ended: { code: 'PayloadWithNoMatchingUser', message: belonging.message } }
  if (payload.content && isWithoutContent(payload.payload_type)) {
    return { ended: failed(`A recording of type ${payload.payload_type} has no content`) }
  }
  const needsContent = payload.content !== null && (known === null || known.payload_state === 'Recorded')
  const isHeld = known !== null && facts.held.has(payload_reference)
  const store = { payload, payload_reference, ...belonging, known, isHeld, needsContent }
  if (known && !needsContent && isSame(store, known)) return { ended: { code: 'PayloadAlreadyLoaded' } }
  if (isHeld && !needsContent) return { ended: { code: 'PayloadAlreadyLoaded', message: heldMessage } }
  return run.settings.disable_payloads ? { ended: { code: 'IgnoreNewPayloadMigrationDisabled' } } : { store }
}

type Owner = Pick<Belonging, 'device_reference' | 'user' | 'isPersonal'>

/** How a row ends whose content came although a hold keeps what is known of its recording. */
export const endOfHeld = (store: Belonging, known: PayloadRow): Applied => ({
  code: known.is_personal_number ? 'PersonalPayloadUpdated' : 'PayloadUpdated',
  ...(isSame(store, known) ? {} : { message: heldMessage }),
})

const outOfTime = ({ payload_time }: LegacyPayload, { now }: PayloadFacts): string | null => {
  const time = instantOf(payload_time).getTime()
  if (time < 0) return `payload_time: ${payload_time} is before 1970`
  return time > now.getTime() + dayMs ? `payload_time: ${payload_time} is in the future` : null
}

const belongingOfKnown = (payload: LegacyPayload, known: PayloadRow, facts: PayloadFacts): Owner => {
  const { device_reference, group } = known
  const device_user_reference = known.device_user_reference ?? ''
  const isPersonal = hasPersonalNumber(payload, device_user_reference, facts)
  return { device_reference, user: { device_user_reference, group }, isPersonal }
}

const belongingOf = (payload: LegacyPayload, facts: PayloadFacts): Owner | { message: string } => {
  const { device_reference: named, device_user_reference } = payload
  const { devices, holders, deviceOf, users } = facts
  const device = named === null ? undefined : devices.get(named)
  if (named !== null && !device) return { message: `There is no device ${named}: add it to devices.csv` }
  const person = device_user_reference ?? device?.device_user_reference ?? null
  const user = person === null ? undefined : users.get(person)
  if (person === null || !user) return { message: 'There is no such device user: add them to users.csv' }
  if (named !== null && !holders.get(named)?.has(person)) {
    const message = `${person} neither holds nor held the device ${named}: name one of them, or mend devices.csv`
    return { message }
  }
  const device_reference = named ?? deviceOf.get(person)
  if (device_reference === undefined) return { message: `${person} has no device: add one to devices.csv` }
  return { device_reference, user, isPersonal: hasPersonalNumber(payload, person, facts) }
}

const hasPersonalNumber = ({ numbers }: LegacyPayload, person: string, { personal }: PayloadFacts): boolean =>
  (personal.get(person) ?? []).some((number) => numbers.filter((one) => one !== null).some(sameNumberAs(number)))

/** Fields that never change once a recording was imported. */
const contradiction = (payload: LegacyPayload, known: PayloadRow): string | null => {
  if (!known.is_legacy) return 'A recording that was made here has this reference'
  if (payload.payload_type !== known.payload_type) return `It was imported as ${known.payload_type}: the type stays`
  if (Date.parse(payload.payload_time) !== Date.parse(known.payload_time)) {
    return `It was imported with the time ${known.payload_time}: the time stays`
  }
  const { device_user_reference: person, device_reference: device } = payload
  if (person !== null && person !== known.device_user_reference) {
    return `It was imported as a recording of ${known.device_user_reference}: the person stays`
  }
  if (device !== null && device !== known.device_reference) {
    return `It was imported as a recording of the device ${known.device_reference}: the device stays`
  }
  return null
}

/** A number that was made personal here since stays so. */
const isSame = ({ payload, isPersonal }: Belonging, known: PayloadRow): boolean =>
  isUnchanged(payload.meta, known.meta) &&
  isUnchanged(payload.numbers, known.numbers) &&
  (known.is_personal_number || !isPersonal)
