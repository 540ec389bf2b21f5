import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOnce } from '../create-once.ts'
import { SettingsError } from '../settings/index.ts'
import { codeOf } from './folder-errors.ts'
import { listFolder } from './folder-tree.ts'
import { markKey, type StoreMark } from './store-mark.ts'

export const folderStoreMark = (folder: string): StoreMark => {
  const file = join(folder, markKey)
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw new SettingsError(
        `OBJECTS_URL: ${folder} can't be used as a folder (${codeOf(error) ?? 'no reason told'}).`,
      )
    }
  }
  return {
    location: folder,
    read: () =>
      named(async () => {
        try {
          return (await readFile(file, 'utf8')).trim()
        } catch (error) {
          if (codeOf(error) === 'ENOENT') return null
          throw error
        }
      }),
    write: (id) =>
      named(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await createOnce(file, `${id}\n`)
      }),
    holds: (prefix) =>
      named(async () => {
        for await (const _ of listFolder(folder, prefix)) return true
        return false
      }),
    close: () => undefined,
  }
}
