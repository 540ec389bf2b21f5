import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isMissing } from './folder-errors.ts'

const mostRemembered = 10_000

/**
 * Brings the entries of folders below `root` to the disk. One sync serves everybody whose entry was there when it began: who
 * comes while one is under way shares the next.
 */
export class DurableFolders {
  readonly #root: string
  /** Folders that are durable themselves, as entries of their parents. */
  readonly #settled = new LRUCache<string, true>({ max: mostRemembered })
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Makes the entries of a folder durable, and first of all the folder itself, whoever made it. */
  async settle(folder: string): Promise<void> {
    const path = [folder]
    for (let top = folder; top !== this.#root && !this.#settled.has(top); path.push(top)) top = dirname(top)
    await Promise.all(path.map((each) => this.sync(each)))
    for (const each of path) this.#settled.set(each, true)
  }

  /** The folder was removed, or is not where it was: made again, it is not durable at first. */
  forget(folder: string): void {
    this.#settled.delete(folder)
  }

  /** Makes the entries of a folder durable. One that was pruned meanwhile has no entries to keep. */
  sync(folder: string): Promise<void> {
    const next = this.#next.get(folder) ?? this.#syncAfter(folder, this.#underWay.get(folder))
    this.#next.set(folder, next)
    return next
  }

  async #syncAfter(folder: string, before: Promise<void> | undefined): Promise<void> {
    // Its failure is told to those who waited for it.
    await before?.catch(() => undefined)
    const syncing = syncNow(folder)
    this.#next.delete(folder)
    this.#underWay.set(folder, syncing)
    try {
      await syncing
    } finally {
      if (this.#underWay.get(folder) === syncing) this.#underWay.delete(folder)
    }
  }
}

const syncNow = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
