import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { SettingsError } from '../settings/index.ts'
import type { S3Address } from './s3-address.ts'
import { s3Client } from './s3-client.ts'
import { httpStatusOf } from './s3-errors.ts'
import { markKey, type StoreMark } from './store-mark.ts'

export const s3StoreMark = (address: S3Address): StoreMark => {
  const client = s3Client(address)
  const Bucket = address.bucket
  const named = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const why = error instanceof Error ? error.name : 'no reason told'
      const status = httpStatusOf(error)
      throw new SettingsError(`OBJECTS_URL: the bucket ${Bucket} can't be used (${status ? `${status} ${why}` : why}).`)
    }
  }
  const read = async (): Promise<string | null> => {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: markKey }))
      return (await Body?.transformToString())?.trim() ?? null
    } catch (error) {
      if (error instanceof Error && error.name === 'NoSuchKey') return null
      throw error
    }
  }
  return {
    location: `s3://${Bucket}`,
    read: () => named(read),
    write: (id) =>
      named(async () => {
        if ((await read()) === null) await client.send(new PutObjectCommand({ Bucket, Key: markKey, Body: `${id}\n` }))
      }),
    holds: (prefix) =>
      named(async () => {
        const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 }))
        return (KeyCount ?? 0) > 0
      }),
    close: () => client.destroy(),
  }
}
