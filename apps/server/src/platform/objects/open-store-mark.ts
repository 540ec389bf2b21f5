import { folderOf } from './folder-address.ts'
import { folderStoreMark } from './folder-store-mark.ts'
import { readS3Address } from './s3-address.ts'
import type { StoreMark } from './store-mark.ts'

/**
 * Loads the S3 client only when it is needed, because loading it takes much of the start.
 * @param url OBJECTS_URL, see `openObjects`
 */
export const openStoreMark = async (url: string): Promise<StoreMark> => {
  if (!url.startsWith('s3:')) return folderStoreMark(folderOf(url))
  const { s3StoreMark } = await import('./s3-store-mark.ts')
  return s3StoreMark(readS3Address(url))
}
