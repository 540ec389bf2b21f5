/**
 * Where a handset stores what it has not delivered yet. On a telephone this is the app's private storage; in Node see
 * `@holdfast/device-kit/folder-storage`. Only one handset may use it at a time.
 *
 * Names consist of lowercase letters, digits and hyphens, and of uppercase ULIDs, with `/` between folder and name.
 */
export interface HandsetStorage {
  /**
   * Stores or replaces a whole record. When the promise resolves, the record survives a power cut. Before that, a
   * reader sees the former record or none, never a part.
   */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** The record, or its bytes from `from` (inclusive) to `to` (exclusive); `undefined` when it does not exist. */
  get(name: string, range?: { from: number; to: number }): Promise<Uint8Array | undefined>
  /** The names of all records in a folder, including the folder, in ascending order. */
  list(folder: string): Promise<string[]>
  /** Removes a record, if it exists. It may come back after a power cut. */
  remove(name: string): Promise<void>
}

/** Stores a value as JSON. */
export const putJson = (storage: HandsetStorage, name: string, value: unknown): Promise<void> =>
  storage.put(name, new TextEncoder().encode(JSON.stringify(value)))

/** Reads what `putJson` stored. The caller knows its shape, because nobody else writes into the storage. */
export const getJson = async <T>(storage: HandsetStorage, name: string): Promise<T | undefined> => {
  const bytes = await storage.get(name)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T)
}
