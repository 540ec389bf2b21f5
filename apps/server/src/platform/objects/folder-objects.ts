import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { ObjectNotFound, ObjectRangeUnsatisfiable } from './errors.ts'
import { asStorageError, codeOf, isMissing } from './folder-errors.ts'
import { clearAbandoned, listFolder, pruneEmptyFolders, syncFolder, syncNewFolders } from './folder-tree.ts'
import { drain, measureContent } from './measured-content.ts'
import { assertObjectKey, assertObjectPrefix } from './object-key.ts'
import type { Objects } from './objects.ts'

/** Outside the alphabet of keys, so that no key can name what is still being written. */
const incomingFolderName = '~incoming'

/**
 * Objects as plain files below a folder; `a/b.bin` is the file `a/b.bin`, so that people can lay an export there.
 * An object becomes visible whole: written and fsynced under a temporary name in the same file system, then renamed
 * (or linked, when it must be the first), then its folder is fsynced.
 */
export const openFolderObjects = async (root: string): Promise<Objects> => {
  const incoming = join(root, incomingFolderName)
  await guard('open', () => mkdir(incoming, { recursive: true, mode: 0o700 }))
  await guard('clean', () => clearAbandoned(incoming))

  const pathOf = (key: string): string => {
    assertObjectKey(key)
    return join(root, ...key.split('/'))
  }

  return {
    async put(key, content, options = {}) {
      const target = pathOf(key)
      const measured = measureContent(content, options.bytes)
      if (options.ifAbsent && (await exists(target))) {
        await drain(measured)
        return { ...measured.result(), existed: true }
      }
      const temporary = join(incoming, randomUUID())
      try {
        await writeDurably(temporary, measured)
        const existed = !(await publish(temporary, target, options.ifAbsent ?? false))
        return { ...measured.result(), existed }
      } catch (error) {
        throw measured.sourceError() ?? asStorageError(error, `put ${key}`)
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async get(key, range) {
      const path = pathOf(key)
      const handle = await open(path, 'r').catch((error: unknown) => {
        throw isMissing(error) ? new ObjectNotFound(key) : asStorageError(error, `get ${key}`)
      })
      try {
        const info = await handle.stat()
        if (!info.isFile()) throw new ObjectNotFound(key)
        if (range && (range.start >= info.size || range.end < range.start)) throw new ObjectRangeUnsatisfiable(key)
        return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    head: (key) => guard(`head ${key}`, () => fileInfo(pathOf(key))),

    async move(from, to) {
      const [source, target] = [pathOf(from), pathOf(to)]
      if (!(await exists(source))) throw new ObjectNotFound(from)
      await guard(`move ${from}`, async () => {
        await intoFolder(target, () => rename(source, target))
        await syncFolder(dirname(source))
        await pruneEmptyFolders(dirname(source), root)
      })
    },

    async delete(key) {
      const path = pathOf(key)
      await guard(`delete ${key}`, async () => {
        if (!(await exists(path))) return
        await rm(path, { force: true })
        await syncFolder(dirname(path))
        await pruneEmptyFolders(dirname(path), root)
      })
    },

    list(prefix) {
      assertObjectPrefix(prefix)
      return listFolder(root, prefix)
    },

    async check() {
      const probe = join(incoming, `check-${randomUUID()}`)
      await guard('check', async () => {
        try {
          await writeDurably(probe, Readable.from([Buffer.from('check')]))
          await stat(probe)
        } finally {
          await rm(probe, { force: true })
        }
      })
    },

    close: () => Promise.resolve(),
  }
}

const guard = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw asStorageError(error, what)
  }
}

const fileInfo = async (path: string): Promise<{ bytes: number } | null> => {
  try {
    const info = await stat(path)
    return info.isFile() ? { bytes: info.size } : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const exists = async (path: string): Promise<boolean> => (await fileInfo(path)) !== null

const writeDurably = async (path: string, content: AsyncIterable<Uint8Array>): Promise<void> => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Answers false when the object had to be the first and was not. */
const publish = async (temporary: string, target: string, mustBeFirst: boolean): Promise<boolean> => {
  try {
    await intoFolder(target, () => (mustBeFirst ? link(temporary, target) : rename(temporary, target)))
    return true
  } catch (error) {
    if (mustBeFirst && codeOf(error) === 'EEXIST' && (await exists(target))) return false
    throw error
  }
}

/** Deletes in the same folder at the same time are few; this many lost races in a row mean that something else is wrong. */
const mostLostRaces = 50

/**
 * Creates the folders of `target`, runs `place`, and makes both durable. A delete may prune a folder at any moment: while
 * its own folders are being made, and before something is placed in it.
 */
const intoFolder = async (target: string, place: () => Promise<void>): Promise<void> => {
  const folder = dirname(target)
  for (let attempt = 1; ; attempt++) {
    try {
      const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
      await place()
      await syncNewFolders(folder, firstCreated)
      return
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === mostLostRaces) throw error
    }
  }
}
