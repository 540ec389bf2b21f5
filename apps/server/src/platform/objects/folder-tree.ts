import { opendir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isMissing } from './folder-errors.ts'
import { isObjectKey } from './object-key.ts'
import type { ObjectPage } from './objects.ts'

const abandonedAfterMs = 60 * 60 * 1000

/** Removes what a killed process was writing. Younger files may belong to another process that is still writing. */
export const removeAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const modifiedAt = await stat(path).then(
      (info) => info.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - modifiedAt > abandonedAfterMs) await rm(path, { force: true, recursive: true })
  }
}

/** Removes empty folders upwards, so that destroyed recordings leave no growing tree of empty folders. Never removes the root. */
export const pruneEmptyFolders = async (
  folder: string,
  root: string,
  onRemoved: (folder: string) => void,
): Promise<void> => {
  for (let current = folder; current !== root; current = dirname(current)) {
    try {
      await rmdir(current)
      onRemoved(current)
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error) ?? '')) return
      throw error
    }
  }
}

/** Objects below `root` whose key begins with `prefix`. Ignores files whose name is not a key. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<FoundObject> {
  for await (const key of keysBelow(root, prefix)) {
    const found = await sized(root, key)
    if (found) yield found
  }
}

/**
 * The first keys after another one, in key order. A folder lists its names in no order, so each page reads all of them, and
 * holds at most twice its own number.
 */
export const pageOfFolder = async (
  root: string,
  prefix: string,
  { after, limit }: { after: string; limit: number },
): Promise<ObjectPage> => {
  let first: string[] = []
  let bound: string | undefined
  for await (const key of keysBelow(root, prefix)) {
    if (key <= after || (bound !== undefined && key > bound)) continue
    first.push(key)
    if (first.length < 2 * limit) continue
    first = first.sort().slice(0, limit)
    bound = first.at(-1)
  }
  first = first.sort().slice(0, limit)
  const objects: FoundObject[] = []
  for (const key of first) {
    const found = await sized(root, key)
    if (found) objects.push(found)
  }
  return { objects, next: first.length < limit ? null : (first.at(-1) ?? null) }
}

interface FoundObject {
  key: string
  bytes: number
}

const sized = async (root: string, key: string): Promise<FoundObject | null> => {
  const info = await stat(join(root, key)).catch(() => null)
  return info?.isFile() ? { key, bytes: info.size } : null
}

const keysBelow = (root: string, prefix: string): AsyncGenerator<string> =>
  walk(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix)

/** `folder` is '' or ends in a slash. Depth first with one open folder per level, so memory does not grow with the store. */
async function* walk(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`
    if (!key.startsWith(prefix) || !isObjectKey(key)) continue
    if (entry.isDirectory()) yield* walk(root, `${key}/`, prefix)
    if (entry.isFile()) yield key
  }
}
