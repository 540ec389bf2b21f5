import { Type } from 'typebox'
import type { JobDefinition } from '../../../platform/database/index.ts'

export interface CarrierImporting {
  client: string
  import_reference: string
}

const ofImport = Type.Object({ client: Type.String(), import_reference: Type.String() })

/** Imports the rows of a file, from where it got to. */
export const importCarrierFileJob: JobDefinition<CarrierImporting> = {
  name: 'import_carrier_file',
  payload: ofImport,
  maxAttempts: 25,
  key: ({ client, import_reference }) => `${client}/${import_reference}`,
}

/** Removes the records of an import that was undone. */
export const removeCarrierRecordsJob: JobDefinition<CarrierImporting> = {
  name: 'remove_carrier_records',
  payload: ofImport,
  maxAttempts: 25,
  key: ({ client, import_reference }) => `${client}/${import_reference}`,
}

/** Compares the records of an account with recordings where something changed. */
export const compareCarrierRecordsJob: JobDefinition<{ client: string }> = {
  name: 'compare_carrier_records',
  payload: Type.Object({ client: Type.String() }),
  maxAttempts: 25,
  key: ({ client }) => client,
}
