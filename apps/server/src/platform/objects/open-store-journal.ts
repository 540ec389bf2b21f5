import { folderOf } from './folder-address.ts'
import { folderJournal } from './folder-journal.ts'
import { readS3Address } from './s3-address.ts'
import type { StoreJournal } from './store-journal.ts'

/**
 * Loads the S3 client only when it is needed, because loading it takes much of the start.
 * @param url OBJECTS_URL, see `openObjects`
 */
export const openStoreJournal = async (url: string): Promise<StoreJournal> => {
  if (!url.startsWith('s3:')) return folderJournal(folderOf(url))
  const { s3Journal } = await import('./s3-journal.ts')
  return s3Journal(readS3Address(url))
}
