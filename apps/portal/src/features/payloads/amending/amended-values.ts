import type { CallInput, calls, Payload, PayloadDetail } from '@holdfast/contract'
import { type Party, partiesOf, reportedParties } from '@holdfast/words'

/** A message can have thousands; a request can name this many. */
const maxParties = 100

/** What the dialog edits. `names` are in the order of `amendableParties`. */
export interface AmendedValues {
  notes: string
  names: string[]
  wasPersonal: boolean
  isPersonal: boolean
  reason: string
}

/** A recording as two people may edit it at once. */
export interface AmendedItem {
  version: number
  updated_by: string | null
  payload: Payload
}

export const itemOf = (payload: PayloadDetail): AmendedItem => ({
  version: payload.amendments?.version ?? 0,
  updated_by: payload.amendments?.updated_by ?? null,
  payload,
})

const distinct = (parties: readonly Party[]): Party[] =>
  [...new Map(parties.map((party) => [party.number, party])).values()].slice(0, maxParties)

/** The parties whose names can be corrected, as the handset reported them: those with the same number have the same name. */
export const amendableParties = (payload: Payload): Party[] => distinct(reportedParties(payload))

export const valuesOf = (payload: Payload): AmendedValues => ({
  notes: payload.amendments?.notes?.text ?? payload.meta.notes ?? '',
  names: distinct(partiesOf(payload)).map(({ name }) => name ?? ''),
  wasPersonal: payload.is_personal_number,
  isPersonal: payload.is_personal_number,
  reason: '',
})

/** What is as the handset reported it is sent as `null`: then it has no correction. */
export const amendmentsOf = (
  payload: Payload,
  { notes, names, wasPersonal, isPersonal, reason }: AmendedValues,
): Omit<CallInput<typeof calls.putPayload>['body'], 'version'> => {
  const parties = amendableParties(payload)
  const reported = payload.meta.notes ?? ''
  return {
    ...(payload.payload_type === 'Interview' && { notes: notes === reported ? null : notes }),
    ...(parties.length > 0 && {
      party_names: parties.map(({ number, name }, place) => {
        const written = names[place]?.trim() ?? ''
        return { phone_number: number, name: written === '' || written === name ? null : written }
      }),
    }),
    ...(isPersonal !== wasPersonal && { personal: { is_personal: isPersonal, reason: reason.trim() } }),
  }
}
