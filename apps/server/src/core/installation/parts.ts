/** The state of an installation before anything is created or changed. `location` never contains a secret. */
export interface InstallationParts {
  /** The id in HOLDFAST_INSTALLATION; `null` when it is not set. */
  claimedId: string | null
  home: { location: string; id: string | null }
  objects: { location: string; id: string | null; holdsRecordings: boolean }
  /** Fingerprints of the masters, the one that wraps first; `null` without a key file. */
  keys: { location: string; masters: readonly string[] | null }
  database: { location: string; found: FoundDatabase }
}

export type FoundDatabase =
  /** Not running yet. */
  | { state: 'stopped' }
  /** Without our schema. */
  | { state: 'new' }
  /** With our schema but without an id: created by a version without ids, or its first start was interrupted. */
  | { state: 'unnamed'; wrappedBy: readonly string[]; lacksObject: string | null }
  | ({ state: 'named' } & InstallationRecord)

/** The one row of `app.installation`. */
export interface InstallationRecord {
  id: string
  /** Fingerprints of the master key that wraps, and of those that it replaced. */
  masterKey: string
  formerMasterKeys: readonly string[]
  /** Whether home and object store have the id, too: from then on neither is created again. */
  isComplete: boolean
}
