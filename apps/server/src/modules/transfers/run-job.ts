import { Type } from 'typebox'
import type { JobDefinition } from '../../platform/database/index.ts'

/** The transfers of one configuration. */
export interface RunOfConfig {
  client: string
  transfer_config_reference: string
}

const payload = Type.Object({ client: Type.String(), transfer_config_reference: Type.String() })
const key = ({ client, transfer_config_reference }: RunOfConfig) => `${client} ${transfer_config_reference}`

/** A slice of the transfer whose turn it is. Leases keep two of them from running at once. */
export const runTransferJob: JobDefinition<RunOfConfig> = { name: 'run_transfer', payload, maxAttempts: 3, key }

/** Reads the receipts that an archive has put beside the files. */
export const readReceiptsJob: JobDefinition<RunOfConfig> = {
  name: 'read_transfer_receipts',
  payload,
  maxAttempts: 1,
  key,
}

/** Delivers the reconciliation of days that have ended. */
export const sendDaysJob: JobDefinition<RunOfConfig> = { name: 'send_transfer_days', payload, maxAttempts: 1, key }
