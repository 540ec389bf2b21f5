export type {
  DeliveredFile,
  Destination,
  DestinationOptions,
  DestinationParts,
  FileToDeliver,
  PutOptions,
  S3Options,
  SftpOptions,
} from './destination.ts'
export { DestinationError, type DestinationErrorCode } from './destination-error.ts'
export { examineDestination } from './examine-destination.ts'
export { fingerprintOf, readHostKey } from './host-key.ts'
export { openDestination } from './open-destination.ts'
