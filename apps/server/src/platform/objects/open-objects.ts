import { folderOf } from './folder-address.ts'
import { openFolderObjects } from './folder-objects.ts'
import type { Objects } from './objects.ts'
import { readS3Address } from './s3-address.ts'
import { openS3Objects } from './s3-objects.ts'

/**
 * Opens the store that OBJECTS_URL names: `file:/folder`, `file:folder` (from the working directory), or
 * `s3://bucket?endpoint=http://host:port&region=eu-west-1&path_style=true`. Errors never repeat the URL, which may
 * contain credentials.
 */
export const openObjects = async (url: string): Promise<Objects> =>
  url.startsWith('s3:') ? openS3Objects(readS3Address(url)) : openFolderObjects(folderOf(url))
