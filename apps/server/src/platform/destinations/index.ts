export type {
  Destination,
  DestinationOptions,
  FileToDeliver,
  PutOptions,
  SftpOptions,
} from './destination.ts'
export { DestinationError } from './destination-error.ts'
export { examineDestination } from './examine-destination.ts'
export { readHostKey } from './host-key.ts'
export { openDestination } from './open-destination.ts'
