export {
  InvalidObjectKey,
  ObjectNotFound,
  ObjectRangeUnsatisfiable,
  ObjectSizeMismatch,
  StorageFull,
  StorageUnavailable,
} from './errors.ts'
export { assertObjectKey, isObjectKey } from './object-key.ts'
export type { ByteRange, ObjectPage, Objects, PutOptions, PutResult } from './objects.ts'
export { openObjects } from './open-objects.ts'
export { openStoreMark } from './open-store-mark.ts'
export type { StoreMark } from './store-mark.ts'
export { openStoreWatch, type StoreWatch } from './store-watch.ts'
