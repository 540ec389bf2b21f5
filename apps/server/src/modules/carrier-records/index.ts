import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { compareArrivals, compareCarrierRecords } from './comparison/compare-records.ts'
import { getCarrierMonths } from './comparison/count-months.ts'
import { lookUpNewNumber } from './comparison/unknown-numbers.ts'
import { removeUnusedCarrierFiles } from './files/remove-unused-files.ts'
import { listCarrierMappings } from './files/saved-mappings.ts'
import { uploadCarrierFile } from './files/upload-file.ts'
import { importCarrierFile } from './imports/import-file.ts'
import { getCarrierImport, listCarrierImportRows, listCarrierImports } from './imports/list-imports.ts'
import { previewCarrierImport } from './imports/preview-import.ts'
import { startCarrierImport } from './imports/start-import.ts'
import { removeCarrierRecords, undoCarrierImport } from './imports/undo-import.ts'
import { getCarrierRecord, listCarrierRecords } from './list-records.ts'
import { signOffCarrierRecords } from './sign-off.ts'

export { countCarrierMonth } from './comparison/count-months.ts'
export { importCarrierText } from './imports/import-text.ts'
export { namesOfCarrierFiles } from './imports/list-imports.ts'

export const carrierRecordHandlers = {
  listCarrierMappings,
  listCarrierImports,
  uploadCarrierFile,
  getCarrierImport,
  previewCarrierImport,
  startCarrierImport,
  undoCarrierImport,
  listCarrierImportRows,
  listCarrierRecords,
  getCarrierRecord,
  signOffCarrierRecords,
  getCarrierMonths,
} satisfies Partial<Handlers>

export const carrierRecordJobs: readonly AnyJob[] = [
  importCarrierFile,
  compareCarrierRecords,
  compareArrivals,
  lookUpNewNumber,
  removeCarrierRecords,
  removeUnusedCarrierFiles,
]
