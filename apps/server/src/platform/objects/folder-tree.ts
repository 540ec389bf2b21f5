import { opendir, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, isMissing } from './folder-errors.ts'
import { isObjectKey } from './object-key.ts'

const abandonedAfterMs = 60 * 60 * 1000

/** Removes what a killed process was writing. Younger files may be another process's that still writes. */
export const clearAbandoned = async (incoming: string): Promise<void> => {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const modifiedAt = await stat(path).then(
      (info) => info.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - modifiedAt > abandonedAfterMs) await rm(path, { force: true, recursive: true })
  }
}

/** Removes empty folders upwards, so that destroyed recordings leave no growing tree of nothing. Never the root. */
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

/** Objects below `root` whose key begins with `prefix`. Files whose name is not a key are none of ours. */
export async function* listFolder(root: string, prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  yield* walk(root, folder, prefix)
}

/** `folder` is '' or ends in a slash. Depth first with one open folder a level, so memory does not grow with the store. */
async function* walk(root: string, folder: string, prefix: string): AsyncGenerator<{ key: string; bytes: number }> {
  const entries = await opendir(join(root, folder)).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!entries) return
  for await (const entry of entries) {
    const key = `${folder}${entry.name}`
    if (!key.startsWith(prefix) || !isObjectKey(key)) continue
    if (entry.isDirectory()) yield* walk(root, `${key}/`, prefix)
    if (entry.isFile()) {
      const info = await stat(join(root, key)).catch(() => null)
      if (info) yield { key, bytes: info.size }
    }
  }
}
