import { amendmentOfParty, type CallInput, type calls, type PayloadAmendments, ProductError } from '@holdfast/contract'
import type { AmendedDetails, PayloadRow } from '../../../platform/database/index.ts'

type Wanted = Omit<CallInput<typeof calls.putPayload>['body'], 'version'>
type Amendable = Pick<PayloadRow, 'payload_type' | 'meta' | 'numbers' | 'is_personal_number' | 'amendments'>

interface Amended {
  /** The details that change, as they were known. */
  before: AmendedDetails
  after: AmendedDetails
  amendments: PayloadAmendments
  is_personal_number: boolean
}

/**
 * What a correction changes; `null` if nothing. A detail that is corrected to what the handset said has no correction any more.
 * @throws ProductError `payload.not_amendable`, `payload.personal_number`
 */
export const amendDetails = (
  payload: Amendable,
  wanted: Wanted,
  { at, by }: { at: string; by: string },
): Amended | null => {
  const stamp = { amended_at: at, amended_by: by }
  const notes = notesOf(payload, wanted)
  const names = namesOf(payload, wanted)
  const personal = personalOf(payload, wanted)
  if (!notes && names.length === 0 && !personal) return null
  const { amendments } = payload
  const amendedNotes = notes && (notes.isReported ? null : { text: notes.after, ...stamp })
  const kept = (amendments?.party_names ?? []).filter(
    ({ phone_number }) => !names.some((name) => name.phone_number === phone_number),
  )
  const added = names.flatMap(({ phone_number, after, isReported }) =>
    isReported || after === null ? [] : [{ phone_number, name: after, ...stamp }],
  )
  const sideOf = (side: 'before' | 'after'): AmendedDetails => ({
    ...(notes && { notes: notes[side] }),
    ...(names.length > 0 && {
      party_names: names.map((name) => ({ phone_number: name.phone_number, name: name[side] })),
    }),
    ...(personal && { is_personal: side === 'after' ? personal.is_personal : !personal.is_personal }),
  })
  return {
    before: sideOf('before'),
    after: sideOf('after'),
    amendments: {
      version: (amendments?.version ?? 0) + 1,
      updated_at: at,
      updated_by: by,
      notes: amendedNotes === undefined ? (amendments?.notes ?? null) : amendedNotes,
      party_names: [...kept, ...added],
      personal: personalAmendment(),
    },
    is_personal_number: personal ? personal.is_personal : payload.is_personal_number,
  }

  function personalAmendment(): PayloadAmendments['personal'] {
    if (!personal) return amendments?.personal ?? null
    return personal.is_personal ? { reason: personal.reason, ...stamp } : null
  }
}

const notesOf = ({ payload_type, meta, amendments }: Amendable, { notes }: Wanted) => {
  if (notes === undefined) return undefined
  if (payload_type !== 'Interview') throw new ProductError('payload.not_amendable')
  const reported = meta.notes ?? ''
  const [before, after] = [amendments?.notes?.text ?? reported, notes ?? reported]
  return before === after ? undefined : { before, after, isReported: after === reported }
}

const namesOf = ({ meta, numbers, amendments }: Amendable, { party_names = [] }: Wanted) => {
  const parties = [...(meta.second_parties ?? []), ...(meta.message_parties ?? [])]
  const known = new Set<string | null>([...numbers, ...parties.map(({ phone_number }) => phone_number)])
  if (party_names.some(({ phone_number }) => !known.has(phone_number))) throw new ProductError('payload.not_amendable')
  const wanted = new Map(party_names.map(({ phone_number, name }) => [phone_number, name]))
  return [...wanted].flatMap(([phone_number, name]) => {
    const reported = parties.find((party) => party.phone_number === phone_number)?.name ?? null
    const before = amendmentOfParty(amendments, phone_number)?.name ?? reported
    const after = name ?? reported
    return before === after ? [] : [{ phone_number, before, after, isReported: after === reported }]
  })
}

/** The mark of a personal number stays: only the mark of a person can be taken back. */
const personalOf = ({ is_personal_number, amendments }: Amendable, { personal }: Wanted) => {
  if (!personal || personal.is_personal === is_personal_number) return undefined
  if (!personal.is_personal && !amendments?.personal) throw new ProductError('payload.personal_number')
  return personal
}
