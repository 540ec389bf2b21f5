import { contentTypes } from '@holdfast/contract'
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
  user: PlannedUser
  isPersonal: boolean
  /** The recording as it was imported before. */
  known: PayloadRow | null
  /** Whether its content is to be sealed. */
  needsContent: boolean
}

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
  const belonging = belongingOf(payload, facts)
  if ('message' in belonging) return { ended: { code: 'PayloadWithNoMatchingUser', message: belonging.message } }
  if (payload.content && isWithoutContent(payload.payload_type)) {
    return { ended: failed(`A recording of type ${payload.payload_type} has no content`) }
  }
  const needsContent = payload.content !== null && (known === null || known.payload_state === 'Recorded')
  const store = { payload, payload_reference, ...belonging, known, needsContent }
  if (known) {
    const problem = contradiction(store, known)
    if (problem) return { ended: failed(problem) }
    if (!needsContent && isSame(store, known)) return { ended: { code: 'PayloadAlreadyLoaded' } }
  }
  return run.settings.disable_payloads ? { ended: { code: 'IgnoreNewPayloadMigrationDisabled' } } : { store }
}

const belongingOf = (
  { device_reference: named, device_user_reference, numbers }: LegacyPayload,
  { devices, deviceOf, users, personal }: PayloadFacts,
): Pick<Belonging, 'device_reference' | 'user' | 'isPersonal'> | { message: string } => {
  const device = named === null ? undefined : devices.get(named)
  if (named !== null && !device) return { message: `There is no device ${named}: add it to devices.csv` }
  const person = device_user_reference ?? device?.device_user_reference ?? null
  const user = person === null ? undefined : users.get(person)
  if (person === null || !user) return { message: 'There is no such device user: add them to users.csv' }
  const device_reference = named ?? deviceOf.get(person)
  if (device_reference === undefined) return { message: `${person} has no device: add one to devices.csv` }
  const isPersonal = (personal.get(person) ?? []).some((number) =>
    numbers.filter((one) => one !== null).some(sameNumberAs(number)),
  )
  return { device_reference, user, isPersonal }
}

/** Fields that never change once a recording was imported. */
const contradiction = ({ payload }: Belonging, known: PayloadRow): string | null => {
  if (!known.is_legacy) return 'A recording that was made here has this reference'
  if (payload.payload_type !== known.payload_type) return `It was imported as ${known.payload_type}: the type stays`
  if (Date.parse(payload.payload_time) !== Date.parse(known.payload_time)) {
    return `It was imported with the time ${known.payload_time}: the time stays`
  }
  return null
}

/** A number that was made personal here since stays so. */
const isSame = ({ payload, isPersonal }: Belonging, known: PayloadRow): boolean =>
  isUnchanged(payload.meta, known.meta) &&
  isUnchanged(payload.numbers, known.numbers) &&
  (known.is_personal_number || !isPersonal)
