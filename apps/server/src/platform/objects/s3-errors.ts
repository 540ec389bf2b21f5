import { S3ServiceException } from '@aws-sdk/client-s3'
import { InvalidObjectKey, ObjectNotFound, StorageFull, StorageUnavailable } from './errors.ts'

export const httpStatusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined

/** 412: the object exists. 409: another conditional write of the same key won the race. */
export const isPreconditionFailed = (error: unknown): boolean => [409, 412].includes(httpStatusOf(error) ?? 0)

const fullStatuses = [507]
const fullNames = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']
const ownErrors = [InvalidObjectKey, ObjectNotFound, StorageFull, StorageUnavailable]

/** Converts an error of the bucket to one of `Objects`. The message contains no URL, which may have credentials. */
export const asStorageError = (error: unknown, what: string): Error => {
  if (error instanceof Error && ownErrors.some((known) => error instanceof known)) return error
  const name = error instanceof Error ? error.name : 'unknown'
  const status = httpStatusOf(error)
  if (fullStatuses.includes(status ?? 0) || fullNames.includes(name)) {
    return new StorageFull(`No room in the bucket (${name}): ${what}`, { cause: error })
  }
  return new StorageUnavailable(`The bucket failed (${status === undefined ? name : `${status} ${name}`}): ${what}`, {
    cause: error,
  })
}
