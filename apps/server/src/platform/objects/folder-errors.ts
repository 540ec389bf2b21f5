import { InvalidObjectKey, ObjectNotFound, StorageFull, StorageUnavailable } from './errors.ts'

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** ENOTDIR: a part of the path is an object itself, so nothing can be below it. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')

const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG']
const folderInTheWayCodes = ['EISDIR', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY']
const ownErrors = [InvalidObjectKey, ObjectNotFound, StorageFull, StorageUnavailable]

/** Converts an error of a system call to one of the store. `what` names the call and its key. */
export const asStorageError = (error: unknown, what: string): unknown => {
  if (ownErrors.some((known) => error instanceof known)) return error
  const code = codeOf(error)
  if (code === undefined) return error
  if (fullCodes.includes(code))
    return new StorageFull(`No room in the object folder (${code}): ${what}`, { cause: error })
  if (folderInTheWayCodes.includes(code)) {
    return new InvalidObjectKey(`A key can't be an object and a folder at once: ${what}`, { cause: error })
  }
  return new StorageUnavailable(`The object folder failed (${code}): ${what}`, { cause: error })
}
