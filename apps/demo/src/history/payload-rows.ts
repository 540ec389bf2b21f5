import { sealedSize } from '@holdfast/custody'
import type { NewPayloadRow, Tables } from '@holdfast/server'
import type { Insertable } from 'kysely'
import { metaOf } from './payload-meta.ts'
import type { PlannedPayload } from './planned-payload.ts'
import type { Playback } from './playbacks.ts'
import type { SealedColumns } from './seal-content.ts'
import { SeededRandom } from './seeded-random.ts'

/** States in which processing has opened and probed the content. */
const processedStates = ['Processed', 'Transferred', 'Deleted', 'Destroyed']

/**
 * @param sealed `null` if the recording has no content, or no longer has it
 * @param receipt the playback after which the reviewer confirmed the receipt
 * @param officer `user_reference` of the person who deletes recordings
 */
export const payloadRow = (
  client: string,
  payload: PlannedPayload,
  sealed: SealedColumns | null,
  receipt: Playback | undefined,
  officer: string,
): NewPayloadRow => {
  const { payload_reference, type, state, handset, content, at } = payload
  const { registered_at, uploaded_at, processed_at, settled_at } = payload
  const { person, device_reference } = handset
  const receipt_confirmed_at = receipt?.confirmed_at ?? null
  const updated_at = Math.max(
    registered_at,
    uploaded_at ?? 0,
    processed_at ?? 0,
    settled_at ?? 0,
    receipt_confirmed_at ?? 0,
  )
  return {
    client,
    payload_reference,
    payload_type: type,
    payload_state: state,
    group: person.group,
    device_reference,
    device_user_reference: person.device_user_reference,
    device_ip: handset.address,
    sequence: payload.sequence,
    ...(sealed ?? (state === 'Destroyed' ? tombstone(payload) : nothingSealed)),
    meta: JSON.stringify(metaOf(payload)),
    media: content && processedStates.includes(state) ? JSON.stringify(content.media) : null,
    numbers: [...new Set(payload.contacts.map(({ number }) => number))],
    is_legacy: handset.status.startsWith('legacy'),
    is_late: payload.isLate,
    is_personal_number: payload.isPersonal,
    failure: failureOf(payload),
    state_before_deletion: payload.formerState,
    payload_time: new Date(at),
    registered_at: new Date(registered_at),
    uploaded_at: maybeDate(uploaded_at),
    processed_at: maybeDate(processed_at),
    transferred_at: state === 'Transferred' ? maybeDate(settled_at) : null,
    receipt_confirmed_at: maybeDate(receipt_confirmed_at),
    receipt_confirmed_by: receipt_confirmed_at === null ? null : (receipt?.reviewer.user_reference ?? null),
    updated_at: new Date(updated_at),
    updated_by: state === 'Deleted' ? officer : 'system',
  }
}

/** The receipts that reviewers confirmed after these playbacks. */
export const receiptRows = (client: string, playbacks: readonly Playback[]): Insertable<Tables['payload_receipts']>[] =>
  playbacks.flatMap(({ payload: { payload_reference }, reviewer, confirmed_at }) =>
    confirmed_at === null
      ? []
      : [{ client, payload_reference, confirmed_by: reviewer.user_reference, confirmed_at: new Date(confirmed_at) }],
  )

/** The signature name that the embedded scanner reports. */
const quarantineReason = 'Eicar-Test-File'

const nothingSealed = { key_id: null, encrypted_dek: null, iv: null, checksum: null, size: null, s3_path: null }

/** A destroyed recording still has its size and checksum, but no key and no object. */
const tombstone = ({ payload_reference, content }: PlannedPayload) => ({
  ...nothingSealed,
  checksum: new SeededRandom(`checksum of ${payload_reference}`).hex(64),
  size: content ? sealedSize(content.bytes.length) : null,
})

const maybeDate = (at: number | null): Date | null => (at === null ? null : new Date(at))

const failureOf = ({ state, damage }: PlannedPayload): string | null => {
  if (state === 'Quarantined') return quarantineReason
  return damage
}

/** One row for each phone number of a payload, for finding the payload by number. */
export const numberRows = ({ client, numbers, ...row }: NewPayloadRow): Insertable<Tables['payload_numbers']>[] =>
  numbers
    .filter((number) => number !== null)
    .map((number) => ({
      client,
      number,
      payload_time: row.payload_time,
      payload_reference: row.payload_reference,
      group: row.group,
      payload_type: row.payload_type,
    }))
