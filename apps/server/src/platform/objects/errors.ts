/** There is no object under this key. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound'

  constructor(key: string) {
    super(`There is no object ${key}`)
  }
}

/** The key could leave the store, or would mean different things in different stores. */
export class InvalidObjectKey extends Error {
  override readonly name = 'InvalidObjectKey'
}

/** The content did not have the length that the caller announced. */
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

/** No space is left (disk, quota or file size limit). Nothing of the object was stored. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull'
}

/** The store failed or did not answer; the same call may succeed later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
