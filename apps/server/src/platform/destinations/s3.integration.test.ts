import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StsStandIn, startSts } from '../../../../../tests/setup/sts.ts'
import { type Swift, startSwift } from '../../../../../tests/setup/swift.ts'
import type { DestinationParts, S3Options } from './destination.ts'
import { openDestination } from './index.ts'

let swift: Swift
let sts: StsStandIn
let options: S3Options
let parts: DestinationParts
const role = 'arn:aws:iam::111122223333:role/archive'
beforeAll(async () => {
  swift = await startSwift()
  const { username, password, hostname, searchParams } = new URL(swift.url)
  sts = await startSts({ [role]: 'ours' }, { accessKeyId: decodeURIComponent(username), secretAccessKey: password })
  options = {
    kind: 'S3',
    destination: `s3://${hostname}/archive`,
    roleArn: role,
    externalId: 'ours',
    endpoint: searchParams.get('endpoint') ?? '',
    region: 'us-east-1',
  }
  parts = { settings: { allowPrivateAddresses: true, transferStsUrl: sts.url } }
})
afterAll(async () => {
  await swift?.stop()
  await sts?.stop()
})
const signal = new AbortController().signal
const mayFinish = async () => undefined

it('x', async () => {
  const d = await openDestination(parts, options, signal)
  for (const size of [0, 10, 20 * 1024 ** 2]) {
    const content = randomBytes(size)
    const _file = {
      open: async function* () {
        for (let i = 0; i < size; i += 65536) yield content.subarray(i, i + 65536)
      },
    }
  }
  await expect(
    d.put(
      'a/10',
      {
        open: async function* () {
          yield Buffer.from('x')
        },
      },
      { mayFinish, signal },
    ),
  ).rejects.toMatchObject({ code: 'exists_differently' })
  expect(await d.read('a/none', 10)).toBeNull()
  expect((await d.read('a/10', 10))?.length).toBe(10)
  await d.close()
}, 60_000)
