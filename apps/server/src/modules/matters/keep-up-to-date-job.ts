import { ClientIdentifier } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

/** The schedule runs it for all accounts, and a stored filter for its account: at most one job of an account waits. */
const KeepUpToDate = Type.Object({ client: Type.Optional(ClientIdentifier) })

export const keepUpToDateJob: JobDefinition<Static<typeof KeepUpToDate>> = {
  name: 'keep_matters_up_to_date',
  payload: KeepUpToDate,
  maxAttempts: 5,
  key: ({ client = '' }) => client,
}
