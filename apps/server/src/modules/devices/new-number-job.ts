import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

const NewNumber = Type.Object({ client: Type.String(), phone_number: Type.String() })
export type NewNumber = Static<typeof NewNumber>

/** Enqueued when a device verifies a new number, so that carriers' records of that number get their device. */
export const newNumberJob: JobDefinition<NewNumber> = {
  name: 'look_up_new_number',
  payload: NewNumber,
  maxAttempts: 25,
  key: ({ client, phone_number }) => `${client}/${phone_number}`,
}
