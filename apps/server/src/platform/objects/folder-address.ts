import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that `file:/folder` or `file:folder` (from the working directory) names. */
export const folderOf = (url: string): string => {
  if (url.startsWith('file://')) return fileURLToPath(url)
  if (url.startsWith('file:')) return resolve(url.slice('file:'.length))
  throw new Error('OBJECTS_URL must begin with file: or s3:')
}
