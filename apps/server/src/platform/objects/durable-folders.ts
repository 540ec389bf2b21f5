import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { isMissing } from './folder-errors.ts'

const maxRemembered = 10_000

/**
 * Syncs the entries of folders below `root` to disk. One sync serves all callers whose entry existed when it began; callers
 * that come during a sync share the next one.
 */
export class DurableFolders {
  readonly #root: string
  /** Folders that are durable themselves, as entries of their parents. */
  readonly #settled = new LRUCache<string, true>({ max: maxRemembered })
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #next = new Map<string, Promise<void>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Makes the entries of a folder durable, and the folder itself, whoever created it. */
  async makeDurable(folder: string): Promise<void> {
    const path = [folder]
    for (let top = folder; top !== this.#root && !this.#settled.has(top); path.push(top)) top = dirname(top)
    await Promise.all(path.map((each) => this.sync(each)))
    for (const each of path) this.#settled.set(each, true)
  }

  /** Forgets that a folder is durable, because it was removed or created again. */
  forget(folder: string): void {
    this.#settled.delete(folder)
  }

  /** Makes the entries of a folder durable. A folder that was pruned meanwhile has no entries. */
  sync(folder: string): Promise<void> {
    const next = this.#next.get(folder) ?? this.#syncAfter(folder, this.#underWay.get(folder))
    this.#next.set(folder, next)
    return next
  }

  async #syncAfter(folder: string, before: Promise<void> | undefined): Promise<void> {
    // Its failure is reported to the callers that waited for it.
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
