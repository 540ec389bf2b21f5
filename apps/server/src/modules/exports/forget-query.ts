import { type Static, Type } from 'typebox'
import type { Job } from '../../core/jobs.ts'
import type { JobDefinition } from '../../platform/database/index.ts'
import { forgetQuery } from './export-tickets.ts'

const Expiring = Type.Object({ client: Type.String(), export_reference: Type.String() })
type Expiring = Static<typeof Expiring>

/** Runs when the address of an export expires: what was searched is kept no longer than it can be used. */
export const forgetQueryJob: JobDefinition<Expiring> = {
  name: 'forget_export_query',
  payload: Expiring,
  maxAttempts: 25,
  key: ({ client, export_reference }) => `${client}/${export_reference}`,
}

export const forgetExportQuery: Job<Expiring> = {
  definition: forgetQueryJob,
  handle: ({ platform }, { client, export_reference }) =>
    platform.database.transaction(client, (tx) => forgetQuery(tx, { export_reference })),
}
