import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { AccountWithHandsets } from '../../../test/account-with-handsets.ts'
import { type FcmServer, startFcmServer } from '../../../test/fcm-server.ts'
import { openPusher } from '../../platform/push/index.ts'
import { pushCommands } from './push-commands.ts'

let account: AccountWithHandsets
let boss: string
let fcm: FcmServer
let folder: string
beforeAll(async () => {
  fcm = await startFcmServer()
  folder = await mkdtemp(path.join(tmpdir(), 'holdfast-push-'))
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = path.join(folder, 'service-account.json')
  await writeFile(
    file,
    JSON.stringify({
      project_id: 'holdfast-test',
      client_email: 'push@example.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: `${fcm.origin}/token`,
    }),
  )
  account = await AccountWithHandsets.open()
  account.server.api.platform.pusher = openPusher({ fcmCredentialsUrl: pathToFileURL(file).href }, fcm.origin)
  boss = await account.signIn('boss', 'Device Manager')
})
afterAll(async () => {
  await account?.close()
  await fcm.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => fcm.reset())

const verify = (serial_number: string, fcm_token: string | null) =>
  account.verified(serial_number, {
    body: { device_info: { model: 'Galaxy S24', os_version: '15', app_version: '4.2.0', serial_number, fcm_token } },
  })
const send = (device: string) =>
  account.server.call('POST', `/api/admin/v1/northwind/devices/${device}/commands`, {
    token: boss,
    body: { command: 'sync_data' },
  })
const queuedFor = async (device_reference: string): Promise<{ run_at: Date }[]> => {
  const owner = ownerPool(account.server.settings.databaseUrl)
  const key = `push_commands:northwind/${device_reference}`
  const { rows } = await owner.query('select run_at from graphile_worker.jobs where key = $1', [key])
  await owner.end()
  return rows
}
/** As a worker does before it runs a job: the job's key is free. */
const takenFromQueue = async () => {
  const owner = ownerPool(account.server.settings.databaseUrl)
  await owner.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))')
  await owner.end()
}
const push = (device_reference: string) => {
  const { platform } = account.server.api
  const context = { platform, attempt: 1, signal: AbortSignal.timeout(60_000) }
  return pushCommands.handle(context as never, { client: account.client, device_reference })
}
const pushedTo = () =>
  fcm.requests.filter(({ path: to }) => to !== '/token').map(({ body }) => JSON.parse(body).message.token as string)
const tokenOf = async (device: string) =>
  ((await account.device(device))?.device_info as { fcm_token?: string | null } | undefined)?.fcm_token

describe('a command', () => {
  it('is pushed once to a device that has a token, and not after it was fetched', async () => {
    const { access_token } = await verify('PUSH-1', 'token-1')
    await send('PUSH-1')
    await send('PUSH-1')
    expect(await queuedFor('PUSH-1')).toHaveLength(1)
    await push('PUSH-1')
    expect(pushedTo()).toEqual(['token-1'])
    const fetched = await account.call(access_token, 'GET', '/commands')
    const { items } = (await fetched.json()) as { items: { command_reference: string }[] }
    const report = { body: { state: 'Acknowledged' } }
    await account.call(access_token, 'PUT', `/commands/${items[0]?.command_reference}`, report)
    await push('PUSH-1')
    expect(pushedTo()).toEqual(['token-1'])
  })

  it('is not pushed to a device without a token, or one that is blocked', async () => {
    await verify('PUSH-2', null)
    await verify('PUSH-3', 'token-3')
    await send('PUSH-2')
    await send('PUSH-3')
    const block = { token: boss, body: { reason: 'Lost' } }
    await account.server.call('PUT', '/api/admin/v1/northwind/devices/PUSH-3/block', block)
    await push('PUSH-2')
    await push('PUSH-3')
    expect(fcm.requests).toEqual([])
  })

  it('makes the server forget a token that FCM does not know, but not a newer one', async () => {
    await verify('PUSH-4', 'token-4')
    await send('PUSH-4')
    fcm.answer(404, { error: { details: [{ errorCode: 'UNREGISTERED' }] } })
    await push('PUSH-4')
    expect(await tokenOf('PUSH-4')).toBeNull()
    await push('PUSH-4')
    expect(pushedTo()).toEqual(['token-4'])
    await verify('PUSH-4', 'token-5')
    await push('PUSH-4')
    expect(await tokenOf('PUSH-4')).toBe('token-5')
  })

  it('is pushed later when FCM asks to wait, and the job fails for other errors, so that it is tried again', async () => {
    await verify('PUSH-6', 'token-6')
    await send('PUSH-6')
    fcm.answer(429, { error: {} }, '600')
    await takenFromQueue()
    await push('PUSH-6')
    const [job] = await queuedFor('PUSH-6')
    expect(Number(job?.run_at) - Date.now()).toBeGreaterThan(500_000)
    fcm.answer(500, { error: {} })
    await expect(push('PUSH-6')).rejects.toThrow('FCM answered 500')
    expect(await tokenOf('PUSH-6')).toBe('token-6')
  })
})

it('without FCM no job is queued', async () => {
  const { platform } = account.server.api
  const { pusher } = platform
  platform.pusher = null
  await verify('PUSH-7', 'token-7')
  await send('PUSH-7')
  platform.pusher = pusher
  expect(await queuedFor('PUSH-7')).toEqual([])
})
