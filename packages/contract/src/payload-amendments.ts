/** What people corrected of a recording. What the handset said stays beside it, in `meta` (docs/decisions/0047). */
import { type Static, Type } from 'typebox'
import { Author } from './entity-fields.ts'
import { NullablePhoneNumber } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'
import { Version } from './versions.ts'

const amended = { amended_at: Timestamp, amended_by: Author }

export const PartyNameAmendment = Type.Object(
  {
    phone_number: { ...NullablePhoneNumber, description: 'null: the parties whose number was withheld' },
    name: Type.String(),
    ...amended,
  },
  { title: 'PartyNameAmendment', description: 'By which name people know a party of a recording.' },
)
export type PartyNameAmendment = Static<typeof PartyNameAmendment>

export const PayloadAmendments = Type.Object(
  {
    version: Version,
    updated_at: Timestamp,
    updated_by: Author,
    notes: nullable(Type.Object({ text: Type.String(), ...amended })),
    party_names: Type.Array(PartyNameAmendment),
    personal: nullable(
      Type.Object({ reason: Type.String(), ...amended }, { description: 'Marked as personal by a person' }),
    ),
  },
  { title: 'PayloadAmendments', description: 'What people corrected of a recording; the latest of each detail.' },
)
export type PayloadAmendments = Static<typeof PayloadAmendments>

interface NamedParty {
  phone_number: string | null
  name?: string
}

/** The correction of a party's name. */
export const amendmentOfParty = (
  amendments: PayloadAmendments | null | undefined,
  number: string | null,
): PartyNameAmendment | undefined => amendments?.party_names.find(({ phone_number }) => phone_number === number)

/** Parties as people know them, where somebody corrected what the handset said. */
export const withAmendedNames = <P extends NamedParty>(
  parties: readonly P[],
  amendments: PayloadAmendments | null | undefined,
): P[] =>
  parties.map((party) => {
    const amendment = amendmentOfParty(amendments, party.phone_number)
    return amendment ? { ...party, name: amendment.name } : party
  })
