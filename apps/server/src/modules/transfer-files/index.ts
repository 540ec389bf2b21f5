/** The files that transfers deliver, as streams. Knows neither the database nor calls. */

export { type DayToSend, dayFiles, type TransferOfDay } from './day-file.ts'
export { conversationFile, conversationOf, filesOfRecording, indexFile } from './delivered-files.ts'
export type { DeliveryFile, DeliveryFormat, RecordingToSend } from './delivery-file.ts'
export {
  type ManifestFile,
  type ManifestFiles,
  type ManifestRecording,
  type ManifestToSend,
  manifestFiles,
} from './manifest.ts'
export { inspectPgpKey, PgpKeyError } from './pgp-key.ts'
export {
  maxReceiptBytes,
  type ReceiptLine,
  ReceiptTooLarge,
  readReceipt,
  receiptName,
} from './receipt.ts'
export { manifestKeys } from './signed-json.ts'
