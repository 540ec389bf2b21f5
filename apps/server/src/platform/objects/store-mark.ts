/** Not a valid key, so that no object can replace it and no list shows it. */
export const markKey = '~installation'

/**
 * Names the installation that an object store belongs to. It is read before the store is opened; only `write` creates anything.
 * Every call may fail with one line that names the location and contains no secret.
 */
export interface StoreMark {
  /** For messages; without credentials. */
  readonly location: string
  /** `null`: the store has no mark, or does not exist. */
  read(): Promise<string | null>
  /** Creates a missing folder; a bucket must exist. An existing mark is kept. */
  write(id: string): Promise<void>
  /** Whether there is an object whose key begins with this prefix. */
  holds(prefix: string): Promise<boolean>
  close(): void
}
