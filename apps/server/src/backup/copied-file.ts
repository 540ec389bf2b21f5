import { createHash } from 'node:crypto'
import { type FileHandle, open, opendir } from 'node:fs/promises'
import path from 'node:path'

const chunkBytes = 1024 * 1024
const buffer = Buffer.allocUnsafeSlow(chunkBytes)

export interface Copied {
  bytes: number
  sha256: string
}

/**
 * Copies a file durably, and hashes what it wrote. One at a time: all copies share a buffer.
 * @returns `null` if there is no such file (any more)
 */
export const copyFile = async (source: string, target: string): Promise<Copied | null> => {
  const from = await open(source, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!from) return null
  try {
    const to = await open(target, 'wx', 0o600)
    try {
      const copied = await pump(from, to)
      await to.sync()
      return copied
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

const pump = async (from: FileHandle, to: FileHandle): Promise<Copied> => {
  const hash = createHash('sha256')
  let bytes = 0
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, chunkBytes, null)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await to.writeFile(chunk)
    bytes += bytesRead
  }
}

export interface Found {
  /** From the root, with slashes. */
  path: string
  isFolder: boolean
}

/** Files and folders below `root`, each folder before its content; in memory is one open folder of each level. */
export async function* walk(root: string, leavesOut: (path: string) => boolean, folder = ''): AsyncGenerator<Found> {
  for await (const entry of await opendir(path.join(root, folder))) {
    const found = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (leavesOut(found)) continue
    if (entry.isDirectory()) {
      yield { path: found, isFolder: true }
      yield* walk(root, leavesOut, found)
    } else if (entry.isFile()) yield { path: found, isFolder: false }
  }
}
