import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Keys, keysOf } from './keys.ts'
import { openMasterFile } from './master-file.ts'

/**
 * Opens the keys that KEYS_URL names: `file:/path/master.key` or `file:master.key` (from the working directory). The
 * file is made when it is missing and its folder can be written. Lose it and nothing that was wrapped opens again.
 */
export const openKeys = async (url: string): Promise<Keys> => {
  if (!url.startsWith('file:')) throw new Error('KEYS_URL must begin with file:')
  const path = url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length))
  return keysOf(await openMasterFile(path))
}
