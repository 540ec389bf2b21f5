/** What can come of a review: an account chooses the names. */
import { type Static, Type } from 'typebox'
import { newReference, writtenText } from './fields.ts'
import { closed } from './nullable.ts'

export const maxDispositions = 20

export const DispositionName = newReference(writtenText(60))

export const Disposition = Type.Object(
  {
    name: DispositionName,
    needs_note: Type.Boolean({ description: 'Recordings are not marked with it without a note' }),
  },
  { ...closed, title: 'Disposition', description: 'What can come of a review.' },
)
export type Disposition = Static<typeof Disposition>

export const Dispositions = Type.Array(Disposition, { minItems: 1, maxItems: maxDispositions })

/** Until an account chooses its own. */
export const defaultDispositions: Disposition[] = [
  { name: 'No concern', needs_note: false },
  { name: 'Not relevant', needs_note: false },
  { name: 'Follow up', needs_note: true },
  { name: 'Possible breach', needs_note: true },
]
