/** There is no object under this key. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound'

  constructor(key: string) {
    super(`There is no object ${key}`)
  }
}

/** The key could leave the store, or does not mean the same in every store. */
export class InvalidObjectKey extends Error {
  override readonly name = 'InvalidObjectKey'
}

/** The content was not as long as the caller said. */
export class ObjectSizeMismatch extends Error {
  override readonly name = 'ObjectSizeMismatch'

  constructor(expectedBytes: number, actualBytes: number) {
    super(`The content has ${actualBytes} bytes where ${expectedBytes} were announced`)
  }
}

/** The range begins past the last byte. */
export class ObjectRangeUnsatisfiable extends Error {
  override readonly name = 'ObjectRangeUnsatisfiable'

  constructor(key: string) {
    super(`The range lies outside the object ${key}`)
  }
}

/** No room is left (disk, quota or file size limit); nothing was kept of the object. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** The store could not do it now; the same call may succeed later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
