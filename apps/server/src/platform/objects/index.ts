export {
  InvalidObjectKey,
  ObjectNotFound,
  ObjectRangeUnsatisfiable,
  ObjectSizeMismatch,
  StorageFull,
  StorageUnavailable,
} from './errors.ts'
export { assertObjectKey, isObjectKey } from './object-key.ts'
export type { LockedVersion, LockMode, ObjectLocks } from './object-locks.ts'
export type { ByteRange, ObjectPage, Objects, PutOptions, PutResult, StoredBytes } from './objects.ts'
export { openObjectLocks } from './open-object-locks.ts'
export { openObjects } from './open-objects.ts'
export { openStoreJournal } from './open-store-journal.ts'
export { openStoreMark } from './open-store-mark.ts'
export type { StoreJournal } from './store-journal.ts'
export type { StoreMark } from './store-mark.ts'
export { openStoreWatch, type StoreWatch } from './store-watch.ts'
export { bytesInMemory } from './stored-bytes.ts'
