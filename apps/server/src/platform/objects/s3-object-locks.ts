import {
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ObjectLockEnabled,
  PutObjectRetentionCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { SettingsError } from '../settings/index.ts'
import { assertObjectKey } from './object-key.ts'
import type { LockedVersion, LockMode, ObjectLocks } from './object-locks.ts'
import type { S3Address } from './s3-address.ts'
import { s3Client } from './s3-client.ts'
import { asStorageError, httpStatusOf } from './s3-errors.ts'

/** @throws SettingsError if the bucket has no object lock, or locks everything that is written */
export const s3ObjectLocks = async (address: S3Address, mode: LockMode): Promise<ObjectLocks> => {
  const client = s3Client(address)
  const Bucket = address.bucket
  try {
    await assertUsable(client, Bucket)
  } catch (error) {
    client.destroy()
    throw error
  }
  const lockOf = async (Key: string, VersionId: string): Promise<Pick<LockedVersion, 'until' | 'mode'>> => {
    try {
      const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }))
      return { until: Retention?.RetainUntilDate ?? null, mode: Retention?.Mode ?? null }
    } catch (error) {
      // The version is not locked.
      if (httpStatusOf(error) === 404) return { until: null, mode: null }
      throw asStorageError(error, `lock of ${Key}`)
    }
  }
  return {
    async find(Key, version) {
      assertObjectKey(Key)
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key, ...(version && { VersionId: version }) }))
        const own = { version: found.VersionId ?? 'null', bytes: found.ContentLength ?? 0 }
        const { ObjectLockRetainUntilDate: until, ObjectLockMode: lockedBy } = found
        // A store leaves the lock out of this answer for callers who may not read it.
        return until && lockedBy ? { ...own, until, mode: lockedBy } : { ...own, ...(await lockOf(Key, own.version)) }
      } catch (error) {
        if (httpStatusOf(error) === 404) return null
        throw asStorageError(error, `head ${Key}`)
      }
    },
    async extend(Key, { version: VersionId, mode: present, until: locked }, until) {
      assertObjectKey(Key)
      if (locked && locked >= until) return locked
      const Retention = { Mode: present ?? mode, RetainUntilDate: until }
      await client
        .send(new PutObjectRetentionCommand({ Bucket, Key, VersionId, Retention }))
        .catch((error: unknown) => {
          throw asStorageError(error, `lock ${Key}`)
        })
      return (await lockOf(Key, VersionId)).until
    },
    close: () => client.destroy(),
  }
}

const assertUsable = async (client: S3Client, Bucket: string): Promise<void> => {
  const refuse = (why: string) => new SettingsError(`OBJECTS_LOCK: the bucket ${Bucket} ${why}.`)
  const found = await client.send(new GetObjectLockConfigurationCommand({ Bucket })).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : 'no reason told'
    if (name === 'ObjectLockConfigurationNotFoundError') return null
    const status = httpStatusOf(error)
    throw refuse(`can't be asked for its object lock (${status ? `${status} ${name}` : name})`)
  })
  const configuration = found?.ObjectLockConfiguration
  if (configuration?.ObjectLockEnabled !== ObjectLockEnabled.Enabled) {
    throw refuse('has no object lock: create one with it, or leave OBJECTS_LOCK out')
  }
  if (configuration.Rule?.DefaultRetention) {
    throw refuse('has a default retention, which also locks parts of uploads and checks: remove it')
  }
}
