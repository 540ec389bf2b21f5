import { ClientIdentifier } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

/** Of all accounts by the schedule, and of one when a filter was stored: however many were, one job of the account waits. */
const KeepUpToDate = Type.Object({ client: Type.Optional(ClientIdentifier) })

export const keepUpToDateJob: JobDefinition<Static<typeof KeepUpToDate>> = {
  name: 'keep_matters_up_to_date',
  payload: KeepUpToDate,
  maxAttempts: 5,
  key: ({ client = '' }) => client,
}
