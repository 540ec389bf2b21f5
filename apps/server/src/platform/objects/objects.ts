import type { Readable } from 'node:stream'

export type Content = Uint8Array | AsyncIterable<Uint8Array>

export interface PutOptions {
  /** The length the content must have; another length fails the call and leaves nothing behind. */
  bytes?: number
  /** An object that is there already stays as it is and the call answers `existed: true`. */
  ifAbsent?: boolean
}

export interface PutResult {
  /** Length of the content that was given; it is always read to its end. */
  bytes: number
  /** SHA-256 of the content that was given, lowercase hex: with `existed`, compare it to tell a retry from a conflict. */
  sha256: string
  /** True only with `ifAbsent`: the object was there before and was not touched. */
  existed: boolean
}

/** Both ends included, as in an HTTP Range; `end` past the content means its last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface ObjectPage {
  objects: { key: string; bytes: number }[]
  /** Where the next page begins after; null when there is none. */
  next: string | null
}

/**
 * Where sealed recordings and exports lie: a folder or an S3 bucket (architecture, 'Chosen dependencies: Objects').
 * Keys are checked by `assertObjectKey`. Besides the errors named below every call may fail with `StorageUnavailable`.
 */
export interface Objects {
  /**
   * Durable and whole when it resolves; on failure nothing is visible and an object that was there stays.
   * Fails with `StorageFull`, `ObjectSizeMismatch`, or with the error of `content` itself.
   * @param content a stream, or bytes that are small enough to be held
   */
  put(key: string, content: Content, options?: PutOptions): Promise<PutResult>
  /**
   * Read the stream to its end or destroy it: it holds a file or a connection open. Fails with `ObjectNotFound`, or
   * `ObjectRangeUnsatisfiable` when the range begins past the end.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  head(key: string): Promise<{ bytes: number } | null>
  /** Replaces an object at `to`. Fails with `ObjectNotFound`. */
  move(from: string, to: string): Promise<void>
  /** An object that is not there counts as deleted. */
  delete(key: string): Promise<void>
  /** Every object whose key begins with `prefix` (any text, not only whole folders), in no promised order. */
  list(prefix: string): AsyncIterable<{ key: string; bytes: number }>
  /**
   * The next objects whose key begins with `prefix`, in the order of their keys: for who goes through a large store in steps
   * and has to remember how far they have come.
   * @param from `after`: the key that the step before ended with, '' at the beginning
   */
  page(prefix: string, from: { after: string; limit: number }): Promise<ObjectPage>
  /** Fails when the store can't be written and read now (readiness). */
  check(): Promise<void>
  close(): Promise<void>
}
