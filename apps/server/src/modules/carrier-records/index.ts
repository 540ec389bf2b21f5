import type { Handlers } from '../../core/calls/index.ts'
import type { AnyJob } from '../../core/jobs.ts'
import { compareArrivals, compareCarrierRecords } from './compare-records.ts'
import { getCarrierMonths } from './count-months.ts'
import { importCarrierFile } from './import-file.ts'
import { getCarrierImport, listCarrierImportRows, listCarrierImports } from './list-imports.ts'
import { getCarrierRecord, listCarrierRecords } from './list-records.ts'
import { previewCarrierImport } from './preview-import.ts'
import { removeUnusedCarrierFiles } from './remove-unused-files.ts'
import { listCarrierMappings } from './saved-mappings.ts'
import { signOffCarrierRecords } from './sign-off.ts'
import { startCarrierImport } from './start-import.ts'
import { removeCarrierRecords, undoCarrierImport } from './undo-import.ts'
import { lookUpNewNumber } from './unknown-numbers.ts'
import { uploadCarrierFile } from './upload-file.ts'

export { countCarrierMonth } from './count-months.ts'
export { importCarrierText } from './import-text.ts'
export { namesOfCarrierFiles } from './list-imports.ts'

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
