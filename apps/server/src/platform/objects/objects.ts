import type { Readable } from 'node:stream'

export type Content = Uint8Array | AsyncIterable<Uint8Array>

export interface PutOptions {
  /** The length that the content must have. Another length fails the call, and nothing is stored. */
  bytes?: number
  /** Leaves an existing object unchanged and returns `existed: true`. */
  ifAbsent?: boolean
}

export interface PutResult {
  /** Length of the given content, which is always read to its end. */
  bytes: number
  /** SHA-256 of the given content, lowercase hex: with `existed`, compare it to distinguish a retry from a conflict. */
  sha256: string
  /** True only with `ifAbsent`: the object existed before and was not changed. */
  existed: boolean
}

/** Both ends inclusive, as in an HTTP Range; `end` past the content means its last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** Bytes as they are read. Read them to their end or call `return`, because they hold a file or a connection open. */
export interface StoredBytes extends AsyncIterableIterator<Uint8Array, undefined> {
  /** The memory of a chunk may be used again for the next one. */
  next(): Promise<IteratorResult<Uint8Array, undefined>>
  return(): Promise<IteratorReturnResult<undefined>>
}

export interface ObjectPage {
  objects: { key: string; bytes: number }[]
  /** The key after which the next page begins; `null` on the last page. */
  next: string | null
}

/**
 * The store of sealed recordings and exports: a folder or an S3 bucket (architecture, 'Chosen dependencies: Objects').
 * Keys are checked by `assertObjectKey`. Besides the errors named below, every call may fail with `StorageUnavailable`.
 */
export interface Objects {
  /**
   * The object is durable and complete when it resolves. On failure nothing becomes visible and an existing object stays.
   * Fails with `StorageFull`, `ObjectSizeMismatch`, or with the error of `content` itself.
   * @param content a stream, or bytes that are small enough to be held
   */
  put(key: string, content: Content, options?: PutOptions): Promise<PutResult>
  /**
   * Read the stream to its end or destroy it, because it holds a file or a connection open. Fails with `ObjectNotFound`, or
   * `ObjectRangeUnsatisfiable` when the range begins past the end.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Reads ranges of an object, one after the other. Before the first chunk of a range, the call or `next` fails with
   * `ObjectNotFound`, or `ObjectRangeUnsatisfiable` when the range begins past the end.
   */
  read(key: string, ranges: readonly ByteRange[]): Promise<StoredBytes>
  head(key: string): Promise<{ bytes: number } | null>
  /** Replaces an object at `to`. Fails with `ObjectNotFound`. */
  move(from: string, to: string): Promise<void>
  /** Deleting a missing object succeeds. */
  delete(key: string): Promise<void>
  /**
   * Deletes an object with all versions that the store has of it. Resolves once the store says that none is left. A missing object
   * succeeds.
   */
  erase(key: string): Promise<void>
  /** Every object whose key begins with `prefix` (any text, not only whole folders), in no particular order. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number }>
  /**
   * The next objects whose key begins with `prefix`, in key order: for callers that go through a large store in steps and
   * store their position.
   * @param from `after`: the last key of the previous step, '' at the beginning
   */
  page(prefix: string, from: { after: string; limit: number }): Promise<ObjectPage>
  /** Fails when the store can't be written and read now (readiness). */
  check(): Promise<void>
  close(): Promise<void>
}
