import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Keys, keysOf } from './keys.ts'
import { openMasterFile, readMasterFile } from './master-file.ts'

/**
 * Opens the keys that KEYS_URL names: `file:/path/master.key` or `file:master.key` (from the working directory). A missing
 * file is created if its folder is writable. Without the file, nothing that was wrapped can be opened again.
 */
export const openKeys = async (url: string): Promise<Keys> => keysOf(await openMasterFile(keyFileOf(url)))

/** Fingerprints of the masters that KEYS_URL names, the one that wraps first; `null` when the file is missing. */
export const readFingerprints = async (url: string): Promise<readonly string[] | null> => {
  const masters = await readMasterFile(keyFileOf(url))
  return masters?.map(({ id }) => id) ?? null
}

export const keyFileOf = (url: string): string => {
  if (!url.startsWith('file:')) throw new Error('KEYS_URL must begin with file:')
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length))
}
