import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import type { ErrorCode, TransferConfig, TransferTest } from '@holdfast/contract'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Proftpd, startProftpd } from '../../../../../tests/setup/proftpd.ts'
import { type SftpServer, type Sshd, startSshd } from '../../../../../tests/setup/sshd.ts'
import { type StsStandIn, startSts } from '../../../../../tests/setup/sts.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}/transfer_configs`

let account: TestAccount<'boss'>
let sshd: Sshd
let proftpd: Proftpd
let sts: StsStandIn
beforeAll(async () => {
  ;[sshd, proftpd, sts] = await Promise.all([
    startSshd(),
    startProftpd(),
    startSts({}, { accessKeyId: '', secretAccessKey: '' }),
  ])
  account = await anAccount(client)
    .withPerson('boss', 'Account Administrator', 'Exporter')
    .open({ environment: { HOLDFAST_ALLOW_PRIVATE_ADDRESSES: 'true', TRANSFER_STS_URL: sts.url } })
})
afterAll(async () => {
  await account?.close()
  await Promise.all([sshd?.stop(), proftpd?.stop(), sts?.stop()])
})

type Answer<Body> = { status: number; text: string; body: Body & { code?: ErrorCode } }
const post = async <Body>(path: string, body: object): Promise<Answer<Body>> => {
  const response = await account.server.call('POST', `${base}/${path}`, { token: account.tokens.boss, body })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}
const tested = async (reference: string, body: object) => {
  const { status, text, body: test } = await post<TransferTest>(`${reference}/test`, body)
  expect([status, text]).toEqual([200, expect.not.stringContaining(proftpd.password)])
  return { ...test, results: Object.fromEntries(test.steps.map(({ step, result }) => [step, result])) }
}
const paramsOf = ({ port, username, folder, hostKey }: SftpServer) => ({
  target_type: 'SFTP',
  host: '127.0.0.1',
  port,
  username,
  root_directory: folder,
  host_key: hostKey,
})
const create = async (reference: string, own: object): Promise<TransferConfig> => {
  const fields = {
    transfer_type: 'Payload',
    payload_types: ['Call'],
    schedule: '',
    pgp_key: null,
    transfer_file_format: 'Uncompressed',
    is_active: false,
    ...own,
  }
  const { status, text, body } = await post<TransferConfig>(reference, fields)
  expect([status, text]).toEqual([200, expect.anything()])
  return body
}
/** An SSH server that lets nobody in, and notes how they try. */
const startSpy = async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const tries: string[] = []
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (connection) => {
    connection.on('error', () => undefined)
    connection.on('authentication', (attempt) => {
      tries.push(attempt.method === 'password' ? `password ${attempt.password}` : attempt.method)
      attempt.reject(['password', 'publickey'])
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port, tries }
}

it('shows the host key of a new destination, and passes with it once the configuration is saved', async () => {
  const { host_key, ...unknown } = paramsOf(sshd)
  const first = await tested('Archive', { params: unknown })
  expect(first).toMatchObject({ passed: false, host_key, results: { host_key: 'failed', sign_in: 'skipped' } })

  const withKey = { params: { ...unknown, host_key: first.host_key } }
  const unsaved = await tested('Archive', withKey)
  expect(unsaved.steps.find(({ step }) => step === 'sign_in')).toMatchObject({
    result: 'failed',
    detail: expect.stringContaining('no key until the configuration is saved'),
  })

  const { sftp_public_key } = await create('Archive', withKey)
  await sshd.authorize(sftp_public_key ?? '')
  expect(await tested('Archive', withKey)).toMatchObject({ passed: true, results: { remove: 'passed' } })
  expect(await readdir(sshd.folder)).toEqual([])
})

it('uses a stored password for the stored server, key and user only', async () => {
  const params = paramsOf(proftpd)
  await create('With-password', { params, sftp_password: proftpd.password })
  expect(await tested('With-password', { params })).toMatchObject({ passed: true })
  expect((await tested('With-password', { params, sftp_password: null })).results.sign_in).toBe('failed')
  expect((await tested('With-password', { params: { ...params, username: 'x' } })).results.sign_in).toBe('failed')

  const spy = await startSpy()
  const shown = await tested('With-password', { params: { ...params, port: spy.port, host_key: undefined } })
  expect(spy.tries).toEqual([])
  const elsewhere = { ...params, port: spy.port, host_key: shown.host_key }
  expect((await tested('With-password', { params: elsewhere })).results.sign_in).toBe('failed')
  expect(spy.tries).toEqual(['none'])
  await tested('With-password', { params: elsewhere, sftp_password: 'another' })
  expect(spy.tries).toEqual(['none', 'none', 'password another'])
  spy.server.close()
})

it('asks for a role with the external id of the account', async () => {
  const params = {
    target_type: 'S3',
    destination: 's3://archive',
    iam_role_arn: 'arn:aws:iam::111122223333:role/archive',
    region: 'eu-west-1',
  }
  expect((await tested('Bucket', { params })).results).toMatchObject({ sign_in: 'failed', write: 'skipped' })
  const { external_id } = await create('Bucket', { params })
  expect(sts.asked).toEqual([{ role: params.iam_role_arn, externalId: external_id }])
})

it('examines the PGP key, and goes on without one that works', async () => {
  const { results } = await tested('Key', { params: { ...paramsOf(sshd), port: 1 }, pgp_key: pgpPlaceholder })
  expect(results).toMatchObject({ pgp_key: 'failed', address: 'passed', connection: 'failed' })
})

it('runs one test of an account at a time', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const connected = once(silent, 'connection')
  const params = { ...paramsOf(sshd), port: (silent.address() as AddressInfo).port }
  const first = tested('Silent', { params })
  const [socket] = await connected
  expect(await post('Silent/test', { params })).toMatchObject({
    status: 409,
    body: { code: 'transfer_config.test_running' },
  })
  socket.destroy()
  expect((await first).results.host_key).toBe('failed')
  silent.close()
  expect((await tested('Silent', { params })).results.connection).toBe('failed')
})

it('is on the trail with the destination and the result, and without secrets', async () => {
  const trail = await account.read((tx) =>
    tx.db.selectFrom('user_activities').selectAll().where('client', '=', client).execute(),
  )
  const text = JSON.stringify(trail)
  expect(text).toContain('"passed":true')
  expect(text).toContain('"failed":"sign_in"')
  expect(text).toContain(`"port":${proftpd.port}`)
  for (const secret of [proftpd.password, 'another']) expect(text).not.toContain(secret)
})

const pgpPlaceholder = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nAAAA\n-----END PGP PUBLIC KEY BLOCK-----\n'
