/**
 * Where a handset keeps what it has not delivered yet. On a telephone this is the app's private storage; in Node see
 * `@holdfast/device-kit/folder-vault`. One handset uses a vault at a time.
 *
 * Names are made of lowercase letters, digits and hyphens, uppercase ULIDs included, with `/` between folder and name.
 */
export interface Vault {
  /**
   * Stores a whole record, or replaces it. When the promise settles, the record survives a power cut; before that, a
   * reader sees the former record or none, never a part.
   */
  put(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** The record, or its bytes from `from` up to (not including) `to`; undefined when there is none. */
  get(name: string, range?: { from: number; to: number }): Promise<Uint8Array | undefined>
  /** The names of all records in a folder, with the folder, in ascending order. */
  list(folder: string): Promise<string[]>
  /** Removes a record; nothing happens when there is none. It may come back after a power cut. */
  remove(name: string): Promise<void>
}

/** A record that holds JSON. */
export const putJson = (vault: Vault, name: string, value: unknown): Promise<void> =>
  vault.put(name, new TextEncoder().encode(JSON.stringify(value)))

/** What `putJson` stored under the name: the caller knows its shape, as nobody else writes into the vault. */
export const getJson = async <T>(vault: Vault, name: string): Promise<T | undefined> => {
  const bytes = await vault.get(name)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as T)
}
