import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveHere } from '../../../../../tests/setup/holdfast-command.ts'
import { type PreparedInstallation, prepareInstallation } from '../../../../../tests/setup/prepared-installation.ts'
import { type Swift, startSwift } from '../../../../../tests/setup/swift.ts'
import { readS3Address } from '../../platform/objects/s3-address.ts'
import { s3Client } from '../../platform/objects/s3-client.ts'

let installation: PreparedInstallation
let other: PreparedInstallation
let swift: Swift
beforeAll(async () => {
  ;[installation, other, swift] = await Promise.all([prepareInstallation(), prepareInstallation(), startSwift()])
})
afterAll(async () => {
  await Promise.all([installation?.remove(), other?.remove(), swift?.stop()])
})

const withBucket = ({ environment }: PreparedInstallation, url = swift.url) => ({ ...environment, OBJECTS_URL: url })

it('a bucket belongs to the installation that used it first', async () => {
  for (const environment of [withBucket(installation), withBucket(installation), other.environment]) {
    expect(await serveHere(environment)).toMatchObject({ code: 0 })
  }
  const { code, stderr } = await serveHere(withBucket(other))
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/OBJECTS_URL \(s3:\/\/holdfast-test\) to installation \S+: correct/),
  ])
})

it('a missing or forbidden bucket is refused with one line that hides the secret', async () => {
  const secret = new URL(swift.url).password
  for (const url of [swift.url.replace('@holdfast-test', '@elsewhere'), swift.url.replace(secret, 'wrong')]) {
    const { code, stderr } = await serveHere(withBucket(installation, url))
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^OBJECTS_URL: the bucket \S+ can't be used \(.*\)\.\n$/)])
    expect(stderr).not.toContain(secret)
  }
})

it('an emptied bucket is not treated as a new one', async () => {
  const address = readS3Address(swift.url)
  const client = s3Client(address)
  await client.send(new DeleteObjectCommand({ Bucket: address.bucket, Key: '~installation' }))
  client.destroy()
  const { code, stderr } = await serveHere(withBucket(installation))
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('OBJECTS_URL: s3://holdfast-test is not the object store of'),
  ])
})
