import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { generateKey } from 'openpgp'
import { readS3Address } from '../src/platform/objects/s3-address.ts'
import { s3Client } from '../src/platform/objects/s3-client.ts'

/** ASCII armour of the public key of an archive. @param times when it was made, and after how many seconds it expires */
export const newPgpKey = async (times: { date?: Date; keyExpirationTime?: number } = {}): Promise<string> =>
  (await generateKey({ userIDs: [{ name: 'Archive' }], format: 'armored', ...times })).publicKey

/** The names of objects below a folder. @param url an OBJECTS_URL */
export const filesInBucket = async (url: string, folder: string): Promise<string[]> => {
  const address = readS3Address(url)
  const client = s3Client(address)
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: address.bucket, Prefix: folder }))
  client.destroy()
  return Contents.flatMap(({ Key }) => Key?.slice(folder.length + 1) ?? []).sort()
}
