import { GetObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'
import { s3Client } from './s3-client.ts'
import { asStorageError, httpStatusOf } from './s3-errors.ts'
import { assertEntryName, journalPrefix, type StoreJournal } from './store-journal.ts'

export const s3Journal = (address: S3Address): StoreJournal => {
  const client = s3Client(address)
  const Bucket = address.bucket
  const keyOf = (name: string): string => {
    assertEntryName(name)
    return `${journalPrefix}${name}`
  }
  const read = async (name: string): Promise<string | null> => {
    const Key = keyOf(name)
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
      return (await Body?.transformToString()) ?? null
    } catch (error) {
      if (httpStatusOf(error) === 404) return null
      throw asStorageError(error, `get ${Key}`)
    }
  }
  return {
    names: async (after) => {
      const names: string[] = []
      const page = { Bucket, Prefix: journalPrefix, ...(after && { StartAfter: `${journalPrefix}${after}` }) }
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, page)) {
          names.push(...Contents.flatMap(({ Key }) => Key?.slice(journalPrefix.length) || []))
        }
      } catch (error) {
        throw asStorageError(error, `list ${journalPrefix}`)
      }
      return names
    },
    read,
    write: async (name, text) => {
      if ((await read(name)) !== null) return
      const Key = keyOf(name)
      await client.send(new PutObjectCommand({ Bucket, Key, Body: text })).catch((error: unknown) => {
        throw asStorageError(error, `put ${Key}`)
      })
    },
    close: () => client.destroy(),
  }
}
