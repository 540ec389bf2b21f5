import { DestinationError } from './destination-error.ts'

/** Most file systems allow 255 bytes for a name. The temporary name needs some as well. */
const maxNameBytes = 255

/**
 * Checks a path below a destination's root: names separated by `/`, none of which leaves the root or changes lines.
 * @throws DestinationError
 */
export const assertDeliveryPath = (path: string): void => {
  const isValid = path.split('/').every((name) => {
    const isFolder = name === '' || name === '.' || name === '..'
    return !isFolder && !/[\p{Cc}\\]/u.test(name) && Buffer.byteLength(name) <= maxNameBytes && name.isWellFormed()
  })
  if (!isValid)
    throw new DestinationError('invalid_name', `This is not a valid name for a file: ${JSON.stringify(path)}`)
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
