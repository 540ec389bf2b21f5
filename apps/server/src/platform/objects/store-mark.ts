/** Outside the alphabet of keys, so that no object can take its place and no list shows it. */
export const markName = '~installation'

/**
 * Which installation an object store belongs to, asked before the store is opened: nothing but `write` makes anything.
 * Every call may fail with a line that names the place and holds no secret.
 */
export interface StoreMark {
  /** For people; without credentials. */
  readonly place: string
  /** `null`: the store has no mark, or is not there. */
  read(): Promise<string | null>
  /** Makes a folder that is not there; a bucket must exist. A mark that is there already stays. */
  write(id: string): Promise<void>
  /** Whether there is an object whose key begins so. */
  holds(prefix: string): Promise<boolean>
  close(): void
}
