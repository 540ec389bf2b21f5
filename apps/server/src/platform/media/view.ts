/** A program and its arguments. */
export type Command = readonly [string, ...string[]]

/** What of this machine a confined program may see. All paths are absolute. */
export interface View {
  /** Files and folders that the program consists of, besides the system's libraries. A sandbox shows nothing else. */
  needed: readonly string[]
  /** Existing folders that namespaces hide, such as the one with the keys. */
  hidden: readonly string[]
}
