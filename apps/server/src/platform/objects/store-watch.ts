import { StorageUnavailable } from './errors.ts'
import { openStoreMark } from './open-store-mark.ts'

/**
 * Detects while a process runs that another store is in place of the installation's: the folder of a disk that is no longer
 * mounted, or another bucket. Objects that are missing there are not lost.
 */
export interface StoreWatch {
  /** @throws StorageUnavailable when the store does not have the installation's mark, or can't be read */
  assertSameInstallation(): Promise<void>
  close(): void
}

/**
 * @param url OBJECTS_URL
 * @param installationId the id that the mark must have
 */
export const openStoreWatch = async (url: string, installationId: string): Promise<StoreWatch> => {
  const mark = await openStoreMark(url)
  return {
    async assertSameInstallation() {
      const found = await mark.read().catch((error: unknown) => {
        throw new StorageUnavailable('The mark of the object store could not be read', { cause: error })
      })
      if (found !== installationId) throw new StorageUnavailable('The object store is not that of this installation')
    },
    close: () => mark.close(),
  }
}
