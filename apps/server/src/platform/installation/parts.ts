/** What was found of an installation before anything is made or changed. `place` never holds a secret. */
export interface Parts {
  /** Id that HOLDFAST_INSTALLATION names; `null` when it is not set. */
  claimedId: string | null
  home: { place: string; id: string | null }
  objects: { place: string; id: string | null; holdsRecordings: boolean }
  /** Ids of the masters, the one that wraps first; `null` when there is no key file. */
  keys: { place: string; masters: readonly string[] | null }
  database: { place: string; found: FoundDatabase }
}

export type FoundDatabase =
  /** It is not running yet. */
  | { state: 'stopped' }
  /** It has no schema of ours. */
  | { state: 'new' }
  /** It has a schema and no id: made by a version without ids, or its first start was interrupted. */
  | { state: 'unnamed'; wrappedBy: readonly string[]; lacksObject: string | null }
  | ({ state: 'named' } & InstallationRecord)

/** The one row of `app.installation`. */
export interface InstallationRecord {
  id: string
  /** Fingerprint of the master key that wraps, and of those that it replaced. */
  masterKey: string
  formerMasterKeys: readonly string[]
  /** Whether home and object store got the id too: from then on neither is made again. */
  isComplete: boolean
}
