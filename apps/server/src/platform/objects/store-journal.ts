/** Not a valid key, so that no object can replace an entry and no list shows it. */
export const journalPrefix = '~destructions/'

/**
 * A list of small texts beside the objects, outside of the database: what was destroyed stays known when the database is restored from
 * a backup. Entries never change. Every call may fail with `StorageUnavailable`.
 */
export interface StoreJournal {
  /** All names, or those that sort after one, in no order. */
  names(after?: string): Promise<string[]>
  /** `null`: there is no such entry. */
  read(name: string): Promise<string | null>
  /** Durable when it resolves. An existing entry is kept. */
  write(name: string, text: string): Promise<void>
  close(): void
}

const namePattern = /^[A-Za-z0-9._-]{1,200}$/

export const assertEntryName = (name: string): void => {
  if (!namePattern.test(name)) throw new Error(`Not a name of a journal entry: ${JSON.stringify(name.slice(0, 100))}`)
}
