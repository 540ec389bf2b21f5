import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOnce } from '../create-once.ts'
import { asStorageError, codeOf } from './folder-errors.ts'
import { assertEntryName, journalPrefix, type StoreJournal } from './store-journal.ts'

export const folderJournal = (root: string): StoreJournal => {
  const folder = join(root, journalPrefix)
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw asStorageError(error, 'journal of destructions')
    }
  }
  const orMissing =
    <T>(otherwise: T) =>
    (error: unknown): T => {
      if (codeOf(error) === 'ENOENT') return otherwise
      throw error
    }
  return {
    // A temporary file of a write begins with a dot.
    names: (after = '') =>
      guarded(async () =>
        (await readdir(folder).catch(orMissing<string[]>([]))).filter((name) => name[0] !== '.' && name > after),
      ),
    read: (name) => {
      assertEntryName(name)
      return guarded(() => readFile(join(folder, name), 'utf8').catch(orMissing(null)))
    },
    write: (name, text) => {
      assertEntryName(name)
      return guarded(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await createOnce(join(folder, name), text)
      })
    },
    close: () => undefined,
  }
}
