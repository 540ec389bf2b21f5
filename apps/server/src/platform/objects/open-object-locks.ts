import type { LockMode, ObjectLocks } from './object-locks.ts'
import { readS3Address } from './s3-address.ts'

/**
 * Loads the S3 client only when it is needed, because loading it takes much of the start.
 * @param url OBJECTS_URL; the folder of a copy has no locks
 * @param mode of new locks; `undefined`: nothing is locked
 * @throws SettingsError if the bucket has no object lock
 */
export const openObjectLocks = async (url: string, mode: LockMode | undefined): Promise<ObjectLocks | null> => {
  if (mode === undefined || !url.startsWith('s3:')) return null
  const { s3ObjectLocks } = await import('./s3-object-locks.ts')
  return s3ObjectLocks(readS3Address(url), mode)
}
