import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { HandsetStorage } from './handset-storage.ts'

const nameOfRecord = /^[A-Za-z0-9-]+(?:\/[A-Za-z0-9-]+)*$/

/**
 * Storage in a folder of its own, for handsets that run in Node. A record is written to a temporary file, synced to disk and
 * then renamed, so that a process killed at any moment leaves only complete records.
 */
export const openFolderStorage = async (root: string): Promise<HandsetStorage> => {
  const unfinished = path.join(root, '.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const fileOf = (name: string): string => {
    if (!nameOfRecord.test(name)) throw new Error(`Not the name of a record: ${name}`)
    return path.join(root, name)
  }

  return {
    put: async (name, content) => {
      const file = fileOf(name)
      const draft = path.join(unfinished, randomUUID())
      try {
        await writeDurably(draft, content)
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(path.dirname(file))
      await syncFolder(root)
    },
    get: (name, range) => ifThere(() => (range ? readRange(fileOf(name), range) : readFile(fileOf(name)))),
    list: async (folder) => {
      const names = await ifThere(() => readdir(fileOf(folder)))
      return (names ?? []).sort().map((name) => `${folder}/${name}`)
    },
    // Not synced to disk: a record that comes back after a power cut is delivered once more, and the server recognises it.
    remove: (name) => rm(fileOf(name), { force: true }),
  }
}

const writeDurably = async (file: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> => {
  const handle = await open(file, 'wx', 0o600)
  try {
    if (content instanceof Uint8Array) await handle.writeFile(content)
    else for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const readRange = async (file: string, { from, to }: { from: number; to: number }): Promise<Uint8Array> => {
  const handle = await open(file, 'r')
  try {
    return await readFully(handle, new Uint8Array(to - from), from)
  } finally {
    await handle.close()
  }
}

/** Returns fewer bytes only at the end of the file. */
const readFully = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<Uint8Array> => {
  let filled = 0
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, position + filled)
    if (bytesRead === 0) return bytes.subarray(0, filled)
    filled += bytesRead
  }
  return bytes
}

const ifThere = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
