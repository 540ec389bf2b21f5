import { StorageUnavailable } from './errors.ts'
import { openStoreMark } from './open-store-mark.ts'

/**
 * Tells the installation's object store from what may stand in its place while a process runs: the folder of a disk that is
 * not mounted any more, another bucket. What is missing there is not lost.
 */
export interface StoreWatch {
  /** @throws StorageUnavailable when the store has not the installation's mark, or can't be asked */
  assertOurs(): Promise<void>
  close(): void
}

/**
 * @param url OBJECTS_URL
 * @param installationId the mark that the store got when it was made
 */
export const openStoreWatch = async (url: string, installationId: string): Promise<StoreWatch> => {
  const mark = await openStoreMark(url)
  return {
    async assertOurs() {
      const found = await mark.read().catch((error: unknown) => {
        throw new StorageUnavailable('The mark of the object store could not be read', { cause: error })
      })
      if (found !== installationId) throw new StorageUnavailable('The object store is not that of this installation')
    },
    close: () => mark.close(),
  }
}
