/** Who can shorten a lock: with `GOVERNANCE` people with a special right at the store, with `COMPLIANCE` nobody. */
export type LockMode = 'GOVERNANCE' | 'COMPLIANCE'

/** One version of an object, and its lock. */
export interface LockedVersion {
  version: string
  bytes: number
  /** The store deletes this version only after that time; `null`: it has no lock. */
  until: Date | null
  mode: LockMode | null
}

/**
 * The locks of objects in a store that keeps versions and lets nobody delete one before its time (S3 object lock). Every call may fail with
 * `StorageUnavailable`.
 */
export interface ObjectLocks {
  /** @param version the latest one by default; `null` is returned if there is none, or the object was deleted */
  find(key: string, version?: string): Promise<LockedVersion | null>
  /** Locks a version until then, in the mode that its lock has. A longer lock stays. Returns the end that the store reads back. */
  extend(key: string, found: LockedVersion, until: Date): Promise<Date | null>
  close(): void
}
