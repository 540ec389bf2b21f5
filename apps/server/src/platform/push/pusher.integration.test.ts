import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { decodeProtectedHeader, importSPKI, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FcmServer, startFcmServer } from '../../../test/fcm-server.ts'
import { openPusher, PushDelayed, type Pusher } from './index.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

let fcm: FcmServer
let folder: string
let pusher: Pusher
const credentials = async (content: object | string): Promise<string> => {
  const file = path.join(folder, 'service-account.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return pathToFileURL(file).href
}
const account = () => ({
  type: 'service_account',
  project_id: 'holdfast-test',
  client_email: 'push@holdfast-test.iam.gserviceaccount.com',
  private_key: privateKey,
  token_uri: `${fcm.origin}/token`,
})
beforeAll(async () => {
  fcm = await startFcmServer()
  folder = await mkdtemp(path.join(tmpdir(), 'holdfast-push-'))
})
afterAll(async () => {
  await fcm.stop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  fcm.reset()
  const opened = openPusher({ fcmCredentialsUrl: await credentials(account()) }, fcm.origin)
  if (!opened) throw new Error('no pusher')
  pusher = opened
})

it('without a service account nothing is pushed', () => {
  expect(openPusher({ fcmCredentialsUrl: undefined })).toBeNull()
})

it.each([['not JSON'], ['null'], ['{}'], ['{"project_id":"p","client_email":"c","private_key":"","token_uri":"t"}']])(
  'refuses a file that is no service account: %s',
  async (content) => {
    const fcmCredentialsUrl = await credentials(content)
    expect(() => openPusher({ fcmCredentialsUrl })).toThrow(/is not the JSON file of a service account: .* missing/)
  },
)

describe('a message', () => {
  it('is sent by HTTP v1 with an access token that the signed assertion of the account got', async () => {
    expect(await pusher.tellCommandsWait('token-1')).toBe('sent')
    const [asked, sent] = fcm.requests
    expect(asked).toMatchObject({ method: 'POST', path: '/token' })
    const form = new URLSearchParams(asked?.body)
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
    const assertion = form.get('assertion') ?? ''
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'RS256', typ: 'JWT' })
    const { payload } = await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'))
    expect(payload).toMatchObject({
      iss: account().client_email,
      aud: account().token_uri,
      scope: 'https://www.googleapis.com/auth/firebase.messaging',
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600)
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/v1/projects/holdfast-test/messages:send',
      authorization: 'Bearer access-1',
      contentType: 'application/json',
    })
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      message: {
        token: 'token-1',
        data: { type: 'commands_waiting' },
        android: { priority: 'HIGH', collapse_key: 'commands_waiting', ttl: '604800s' },
      },
    })
  })

  it('shares the access token with later ones, and gets another when it was revoked', async () => {
    await pusher.tellCommandsWait('token-1')
    await pusher.tellCommandsWait('token-1')
    expect(fcm.requests.filter((one) => one.path === '/token')).toHaveLength(1)
    fcm.answer(401, { error: { status: 'UNAUTHENTICATED' } })
    expect(await pusher.tellCommandsWait('token-1')).toBe('sent')
    expect(fcm.requests.at(-1)).toMatchObject({ authorization: 'Bearer access-2' })
  })

  it.each([
    [404, { errorCode: 'UNREGISTERED' }],
    [403, { errorCode: 'SENDER_ID_MISMATCH' }],
    [400, { fieldViolations: [{ field: 'message.token' }] }],
  ])('to a token that is good for nothing is answered so: %i', async (status, detail) => {
    fcm.answer(status, { error: { details: [detail] } })
    expect(await pusher.tellCommandsWait('token-1')).toBe('unregistered')
  })

  it.each([
    [429, '120', 120_000],
    [503, '30', 30_000],
    [503, undefined, 60_000],
    [429, 'soon', 60_000],
    [503, '999999', 3_600_000],
  ])('is delayed by %i with Retry-After %s', async (status, retryAfter, waitMs) => {
    fcm.answer(status, { error: {} }, retryAfter)
    const delay = await pusher.tellCommandsWait('token-1').then(
      () => expect.fail('was sent'),
      (error: unknown) => error,
    )
    expect(delay).toBeInstanceOf(PushDelayed)
    expect(delay).toMatchObject({ waitMs })
  })

  it.each([[500], [400], [403], [404]])('that fails for another reason with %i keeps its token', async (status) => {
    fcm.answer(status, 'not JSON')
    await expect(pusher.tellCommandsWait('token-1')).rejects.toThrow(`FCM answered ${status}`)
  })
})
