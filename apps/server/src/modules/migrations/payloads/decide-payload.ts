import { contentTypes, instantOf } from '@holdfast/contract'
import { isUnchanged } from '../../../core/calls/index.ts'
import type { PayloadRow } from '../../../platform/database/index.ts'
import { sameNumberAs } from '../../../platform/same-number.ts'
import type { LegacyPayload } from '../../migration-files/index.ts'
import { say } from '../../migration-files/index.ts'
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
const heldMessage = say('held')

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
    const message = say(known.payload_state === 'Deleted' ? 'gone_deleted' : 'gone_destroyed')
    return { ended: { code: 'PayloadAlreadyLoaded', message } }
  }
  const problem = outOfTime(payload, facts) ?? (known && contradiction(payload, known))
  if (problem) return { ended: failed(problem) }
  const belonging = known ? belongingOfKnown(payload, known, facts) : belongingOf(payload, facts)
  if ('message' in belonging) return { ended: { code: 'PayloadWithNoMatchingUser', message: belonging.message } }
  if (payload.content && isWithoutContent(payload.payload_type)) {
    return { ended: failed(say('type_without_content', { payload_type: payload.payload_type })) }
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
  if (time < 0) return `payload_time: ${say('time_before_1970', { time: payload_time })}`
  return time > now.getTime() + dayMs ? `payload_time: ${say('time_future', { time: payload_time })}` : null
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
  if (named !== null && !device) return { message: say('no_device', { device: named }) }
  const person = device_user_reference ?? device?.device_user_reference ?? null
  const user = person === null ? undefined : users.get(person)
  if (person === null || !user) return { message: say('no_person') }
  if (named !== null && !holders.get(named)?.has(person)) {
    const message = say('not_holder', { person, device: named })
    return { message }
  }
  const device_reference = named ?? deviceOf.get(person)
  if (device_reference === undefined) return { message: say('person_without_device', { person }) }
  return { device_reference, user, isPersonal: hasPersonalNumber(payload, person, facts) }
}

const hasPersonalNumber = ({ numbers }: LegacyPayload, person: string, { personal }: PayloadFacts): boolean =>
  (personal.get(person) ?? []).some((number) => numbers.filter((one) => one !== null).some(sameNumberAs(number)))

/** Fields that never change once a recording was imported. */
const contradiction = (payload: LegacyPayload, known: PayloadRow): string | null => {
  if (!known.is_legacy) return say('made_here')
  if (payload.payload_type !== known.payload_type) return say('type_stays', { payload_type: known.payload_type })
  if (Date.parse(payload.payload_time) !== Date.parse(known.payload_time)) {
    return say('time_stays', { time: known.payload_time })
  }
  const { device_user_reference: person, device_reference: device } = payload
  if (person !== null && person !== known.device_user_reference) {
    return say('person_stays', { person: known.device_user_reference ?? '?' })
  }
  if (device !== null && device !== known.device_reference) {
    return say('device_stays', { device: known.device_reference })
  }
  return null
}

/** A number that was made personal here since stays so. */
const isSame = ({ payload, isPersonal }: Belonging, known: PayloadRow): boolean =>
  isUnchanged(payload.meta, known.meta) &&
  isUnchanged(payload.numbers, known.numbers) &&
  (known.is_personal_number || !isPersonal)
