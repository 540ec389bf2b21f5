import { randomBytes } from 'node:crypto'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { connectTo, resolveHost } from './connect-socket.ts'
import type { DestinationParts, S3Options } from './destination.ts'
import { DestinationError } from './destination-error.ts'
import { clockFinding, type Examination } from './examination.ts'
import { regionOf } from './s3-address.ts'
import { assertEndpoint, S3Connection } from './s3-connection.ts'

export const examineS3 = async (
  examination: Examination,
  { parts, options, signal }: { parts: DestinationParts; options: S3Options; signal: AbortSignal },
): Promise<void> => {
  examination.skip('host_key', 'S3 has none')
  examination.skip('rename', 'S3 has no temporary names: files appear once they are complete')
  const connection = await examination.run('address', async () => {
    const finding = await addressFinding(parts, options, signal)
    return { finding, value: new S3Connection(parts, options, signal) }
  })
  if (!connection) return
  try {
    if (!(await examination.check('connection', () => connectionFinding(parts, options, signal)))) return
    const isSignedIn = await examination.check('sign_in', async () => {
      await connection.signIn()
      return 'The role was borrowed with the external id, and refuses others'
    })
    if (isSignedIn) await examineObjects(examination, connection)
  } finally {
    connection.close()
  }
}

const addressFinding = async (parts: DestinationParts, options: S3Options, signal: AbortSignal): Promise<string> => {
  if (options.endpoint === undefined) return `Amazon S3 in ${regionOf(options)}`
  const { hostname } = assertEndpoint(options.endpoint, parts.settings.allowPrivateAddresses)
  const addresses = await resolveHost(parts, hostname.replace(/^\[(.*)\]$/, '$1'), signal)
  return addresses.map(({ address }) => address).join(', ')
}

/** Amazon's own address is connected to with the first command. */
const connectionFinding = async (
  parts: DestinationParts,
  { endpoint }: S3Options,
  signal: AbortSignal,
): Promise<string | null> => {
  if (endpoint === undefined) return null
  const url = new URL(endpoint)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const socket = await connectTo(parts, { addresses: await resolveHost(parts, host, signal), host, port }, signal)
  socket.destroy()
  return `Connected to ${host} port ${port}`
}

const examineObjects = async (examination: Examination, connection: S3Connection): Promise<void> => {
  const { bucket, prefix } = connection.place
  const target = { Bucket: bucket, Key: `${prefix}.holdfast-${randomBytes(16).toString('hex')}.part` }
  const content = randomBytes(1024)
  const explained = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work()
    } catch (error) {
      throw connection.explain(error)
    }
  }
  const put = (Body: Buffer, condition: { IfNoneMatch?: '*' }) =>
    connection.send((client, options) => client.send(new PutObjectCommand({ ...target, Body, ...condition }), options))
  const isWritten = await examination.check('write', () =>
    explained(async () => {
      await put(content, {})
      return `In the bucket ${bucket}${prefix === '' ? '' : `, below ${prefix}`}`
    }),
  )
  await examination.check('clock', async () => clockFinding(connection.storeDate))
  if (!isWritten) return
  await examination.check('read_back', () =>
    explained(async () => {
      const read = await connection.send(async (client, options) => {
        const { Body } = await client.send(new GetObjectCommand(target), options)
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      })
      if (read.equals(content)) return null
      throw new DestinationError('differs', 'The file that was read back is not the one that was sent')
    }),
  )
  await examination.check('no_overwrite', () =>
    explained(async () => {
      const isRefused = await put(randomBytes(1024), { IfNoneMatch: '*' }).then(() => false, isConditionAnswer)
      if (isRefused === true) return 'The store refuses to write to a name that is taken'
      return { warning: 'The store does not know the condition that a name is free. Holdfast looks before it writes' }
    }),
  )
  await examination.check('remove', () => explained(() => remove(connection, target)))
}

/** `true`: it was refused because the name is taken. `false`: the store does not know the condition. */
const isConditionAnswer = (error: unknown): boolean => {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (status === 412) return true
  if (status === 501) return false
  throw error
}

/** An archive may forbid to remove anything, which transfers do not need. */
const remove = async (connection: S3Connection, target: { Bucket: string; Key: string }) => {
  try {
    await connection.send((client, options) => client.send(new DeleteObjectCommand(target), options))
    return null
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    return { warning: `The file ${target.Key} of this test could not be removed` }
  }
}
