import { randomUUID } from 'node:crypto'
import { type FileHandle, link, mkdir, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { DurableFolders } from './durable-folders.ts'
import { ObjectNotFound, ObjectRangeUnsatisfiable, StorageUnavailable } from './errors.ts'
import { FolderBytes } from './folder-bytes.ts'
import { asStorageError, codeOf, isMissing } from './folder-errors.ts'
import { listFolder, pageOfFolder, pruneEmptyFolders, removeAbandoned } from './folder-tree.ts'
import { drain, measureContent } from './measured-content.ts'
import { assertObjectKey, assertObjectPrefix } from './object-key.ts'
import type { ByteRange, Content, ObjectPage, Objects, PutOptions, PutResult, StoredBytes } from './objects.ts'

/** Not a valid key, so that no key can name a file that is still being written. */
const incomingFolderName = '~incoming'

/**
 * Stores objects as plain files below a folder; `a/b.bin` is the file `a/b.bin`, so that people can put an export there.
 * An object becomes visible only when it is complete: it is written and fsynced under a temporary name in the same file
 * system, then renamed (or linked, when it must be the first), then its folder is fsynced.
 */
export const openFolderObjects = async (folder: string): Promise<Objects> => {
  const root = resolve(folder)
  const incoming = join(root, incomingFolderName)
  await guard('open', () => mkdir(incoming, { recursive: true, mode: 0o700 }))
  await guard('clean', () => removeAbandoned(incoming))
  return new FolderObjects(root, incoming)
}

class FolderObjects implements Objects {
  readonly #root: string
  readonly #incoming: string
  readonly #folders: DurableFolders

  constructor(root: string, incoming: string) {
    this.#root = root
    this.#incoming = incoming
    this.#folders = new DurableFolders(root)
  }

  async put(key: string, content: Content, options: PutOptions = {}): Promise<PutResult> {
    const target = this.#pathOf(key)
    const measured = measureContent(content, options.bytes)
    const isInMemory = content instanceof Uint8Array
    // Bytes in memory are written without a check: whether they are the first shows when they are published.
    if (isInMemory) await drain(measured)
    else if (options.ifAbsent && (await exists(target))) {
      await drain(measured)
      // The writer that put it there may still be making it durable.
      await guard(`put ${key}`, () => this.#folders.makeDurable(dirname(target)))
      return { ...measured.result(), existed: true }
    }
    const temporary = join(this.#incoming, randomUUID())
    let isMoved = false
    try {
      await writeDurably(temporary, isInMemory ? content : measured)
      const existed = !(await publish(this.#folders, temporary, target, options.ifAbsent ?? false))
      isMoved = !options.ifAbsent
      return { ...measured.result(), existed }
    } catch (error) {
      throw measured.sourceError() ?? asStorageError(error, `put ${key}`)
    } finally {
      if (!isMoved) await removeFile(temporary)
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await this.#open(key)
    try {
      const info = await handle.stat()
      if (!info.isFile()) throw new ObjectNotFound(key)
      if (range && (range.start >= info.size || range.end < range.start)) throw new ObjectRangeUnsatisfiable(key)
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 })
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async read(key: string, ranges: readonly ByteRange[]): Promise<StoredBytes> {
    if (ranges.some(({ start, end }) => end < start)) throw new ObjectRangeUnsatisfiable(key)
    return new FolderBytes(key, await this.#open(key), ranges)
  }

  async head(key: string): Promise<{ bytes: number } | null> {
    const path = this.#pathOf(key)
    return guard(`head ${key}`, () => fileInfo(path))
  }

  async move(from: string, to: string): Promise<void> {
    const [source, target] = [this.#pathOf(from), this.#pathOf(to)]
    await guard(`move ${from}`, async () => {
      await intoFolder(this.#folders, target, async () => {
        // Before each try, because somebody else may move it as well.
        if (!(await exists(source))) throw new ObjectNotFound(from)
        await rename(source, target)
      })
      await this.#removedFrom(dirname(source))
    })
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key)
    await guard(`delete ${key}`, async () => {
      if (!(await exists(path))) return
      await rm(path, { force: true })
      await this.#removedFrom(dirname(path))
    })
  }

  async erase(key: string): Promise<void> {
    await this.delete(key)
    if (await this.head(key)) throw new StorageUnavailable(`The object folder has kept ${key}`)
  }

  list(prefix: string): AsyncIterable<{ key: string; bytes: number }> {
    assertObjectPrefix(prefix)
    return listFolder(this.#root, prefix)
  }

  async page(prefix: string, from: { after: string; limit: number }): Promise<ObjectPage> {
    assertObjectPrefix(prefix)
    return guard(`list ${prefix}`, () => pageOfFolder(this.#root, prefix, from))
  }

  async check(): Promise<void> {
    const probe = join(this.#incoming, `check-${randomUUID()}`)
    await guard('check', async () => {
      try {
        await writeDurably(probe, Readable.from([Buffer.from('check')]))
        await stat(probe)
      } finally {
        await rm(probe, { force: true })
      }
    })
  }

  async close(): Promise<void> {}

  async #open(key: string): Promise<FileHandle> {
    return open(this.#pathOf(key), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new ObjectNotFound(key) : asStorageError(error, `get ${key}`)
    })
  }

  /** @throws InvalidObjectKey */
  #pathOf(key: string): string {
    assertObjectKey(key)
    return join(this.#root, ...key.split('/'))
  }

  /** Makes a removal durable and removes the folders that it left empty. */
  async #removedFrom(folder: string): Promise<void> {
    await this.#folders.sync(folder)
    await pruneEmptyFolders(folder, this.#root, (removed) => this.#folders.forget(removed))
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

const removeFile = async (path: string): Promise<void> => {
  try {
    await unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const writeDurably = async (path: string, content: Content): Promise<void> => {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Concurrent deletes and moves in one folder are few; this many lost races in a row mean that something else is wrong. */
const maxLostRaces = 50

/** Returns `false` when the object had to be the first and was not. */
const publish = async (
  folders: DurableFolders,
  temporary: string,
  target: string,
  mustBeFirst: boolean,
): Promise<boolean> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await intoFolder(folders, target, () => (mustBeFirst ? link(temporary, target) : rename(temporary, target)))
      return true
    } catch (error) {
      if (!mustBeFirst || codeOf(error) !== 'EEXIST') throw error
      if (await exists(target)) {
        await folders.makeDurable(dirname(target))
        return false
      }
      // The other object was moved or deleted meanwhile, unless it is a folder.
      if (attempt === maxLostRaces) throw error
    }
  }
}

/**
 * Runs `place`, creates the missing folders of `target`, and makes all of it durable. A delete may prune a folder at any
 * moment: while the folders are being created, and before something is placed in them.
 */
const intoFolder = async (folders: DurableFolders, target: string, place: () => Promise<void>): Promise<void> => {
  const folder = dirname(target)
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt > 1) await makeFolder(folders, folder)
      await place()
      await folders.makeDurable(folder)
      return
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || attempt === maxLostRaces) throw error
    }
  }
}

const makeFolder = async (folders: DurableFolders, folder: string): Promise<void> => {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstCreated === undefined) return
  for (let made = folder; made.length >= firstCreated.length; made = dirname(made)) folders.forget(made)
}
