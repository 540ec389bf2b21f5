import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openObjects } from '../../apps/server/src/platform/objects/index.ts'
import { CookieBrowser } from '../../apps/server/test/cookie-browser.ts'
import {
  type LoopbackBroker,
  password,
  personWith,
  startLoopbackBroker,
} from '../../apps/server/test/loopback-broker.ts'
import { accountsOf } from '../../apps/server/test/memory-stores.ts'
import { DocumentHandset } from '../conformance/document-handset.ts'
import { type Clamd, startClamd } from '../setup/clamd.ts'
import { type TestDatabase, testDatabase } from '../setup/database.ts'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { freePort } from '../setup/loopback.ts'
import { type RunningProduct, runProduct } from '../setup/run-product.ts'
import { type Swift, startSwift } from '../setup/swift.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'
import { processTree } from './process-tree.ts'

const client = 'meridian'
const person = 'helen.ward'
/** The built-in scanner looks for this string at a file's beginning only; clamd is told to find it anywhere. */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))
const call = { direction: 'O', second_parties: [{ phone_number: '+447700900123' }] }

const jsonOf = async <T>(response: Response): Promise<T> => {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Every part that a setting can name belongs to the operator: only the processes are the product's. */
describe('an installation with the operator’s own database, object store, scanner and identity provider', () => {
  let home: string
  let database: TestDatabase
  let swift: Swift
  let clamd: Clamd
  let broker: LoopbackBroker
  let product: RunningProduct
  let handset: DocumentHandset

  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'holdfast-services-'))
    await chmod(home, 0o711)
    const port = await freePort()
    const parts = await Promise.all([
      testDatabase(),
      startSwift(),
      startClamd(),
      startLoopbackBroker({
        accounts: accountsOf({ client, name: 'Meridian' }),
        redirects: { returnUriOf: () => `http://localhost:${port}/sign-in` },
      }),
    ])
    ;[database, swift, clamd, broker] = parts
    await broker.people.save(client, personWith({ user_reference: person, roles: ['Compliance Officer'] }))
    product = await runProduct(home, {
      ...inheritedEnvironment(),
      HOLDFAST_PORT: String(port),
      DATABASE_URL: database.ownerUrl,
      KEYS_URL: database.keysUrl,
      OBJECTS_URL: swift.url,
      SCANNER_URL: clamd.url,
      IDENTITY_ISSUER: broker.issuer,
    })
    handset = await addHandset()
  })
  afterAll(async () => {
    await product?.stop()
    await Promise.all([broker?.close(), clamd?.stop(), swift?.stop()])
    await database?.drop()
    await rm(home, { recursive: true, force: true })
  })

  /** Adds a handset besides those of the fleet, for a device user of the demonstration. */
  const addHandset = async (): Promise<DocumentHandset> => {
    const { handsets } = JSON.parse(await readFile(path.join(home, 'demo', 'fleet.json'), 'utf8')) as {
      handsets: { client: string; enrolment_secret: string; device_user_reference: string }[]
    }
    const installed = handsets.find((candidate) => candidate.client === client)
    if (!installed) throw new Error(`the fleet has no handset of ${client}`)
    const { enrolment_secret, device_user_reference } = installed
    const added = new DocumentHandset({
      origin: product.origin,
      client,
      enrolment_secret,
      device_user_reference,
      device_reference: 'SERVICES1',
      installation_id: 'made for this test',
    })
    await added.begin()
    return added
  }

  const upload = async (content: Uint8Array): Promise<string> => {
    const recording = handset.record(content, 'Call', call)
    const { payload_reference, size } = recording.registration
    await handset.register(recording.registration)
    expect(await handset.uploadPart(recording, 0, size)).toBe(size)
    return payload_reference
  }

  /** Headers of a person who signed in at the operator's provider. */
  const signedIn = async (): Promise<Record<string, string>> => {
    const account = `${product.origin}/api/admin/v1/${client}`
    const verifier = randomBytes(48).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const { url } = await jsonOf<{ url: string }>(
      await fetch(`${account}/url?state=opaque&code_challenge=${challenge}`),
    )
    expect(url).toMatch(broker.issuer)
    const redirect_uri = `${product.origin}/sign-in`
    const browser = new CookieBrowser()
    const page = await browser.open(url, redirect_uri)
    const visit = await browser.submit(page, { login: person, password, act: 'sign_in' }, redirect_uri)
    const code = visit.url.searchParams.get('code') ?? ''
    const query = new URLSearchParams({ code, redirect_uri, code_verifier: verifier })
    const { id_token } = await jsonOf<{ id_token: string }>(await fetch(`${account}/exchange?${query}`))
    const headers = { authorization: `Bearer ${id_token}`, 'content-type': 'application/json' }
    const terms = await fetch(`${account}/terms`, { headers })
    const { version, text_hash, locale } = await jsonOf<Record<string, string>>(terms)
    const body = JSON.stringify({ version, text_hash, locale })
    const accepted = await fetch(`${account}/terms/acceptance`, { method: 'POST', headers, body })
    expect(accepted.ok).toBe(true)
    return headers
  }

  const expectState = async (payload_reference: string, payload_state: string): Promise<void> => {
    const headers = await signedIn()
    const address = `${product.origin}/api/client/v1/${client}/payloads/${payload_reference}`
    const read = async () => jsonOf(await fetch(address, { headers }))
    await vi.waitFor(async () => expect(await read()).toMatchObject({ payload_state }), {
      timeout: waitTimeoutMs,
      interval: 200,
    })
  }

  const wav = () => readFile(path.join(import.meta.dirname, '../../media/calls/07-en-voicemail-8k.wav'))

  it('starts none of these parts itself', () => {
    const commands = processTree(product.process.pid ?? 0).map(({ command }) => command)
    expect(commands.filter((command) => /postgres -D/.test(command))).toEqual([])
    expect(commands.filter((command) => /main\.js (serve|work)$/.test(command))).toHaveLength(2)
  })

  it('signs people in through the provider', async () => {
    const profile = await fetch(`${product.origin}/api/admin/v1/${client}/profile`, { headers: await signedIn() })
    expect(await profile.json()).toMatchObject({ user_reference: person, roles: ['Compliance Officer'] })
  })

  it('stores recordings in the bucket, and has them scanned by clamd', async () => {
    const clean = await upload(await wav())
    await expectState(clean, 'Processed')
    await expectState(await upload(Buffer.concat([await wav(), eicar])), 'Quarantined')
    const objects = await openObjects(swift.url)
    const kept: string[] = []
    for await (const { key } of objects.list('')) kept.push(key)
    await objects.close()
    expect(kept.filter((key) => key.includes(clean))).not.toEqual([])
  })

  it('processes nothing while the scanner is down, and continues once it is back', async () => {
    const { port } = new URL(clamd.url)
    await clamd.stop()
    const clean = await upload(await wav())
    const infected = await upload(Buffer.concat([await wav(), eicar]))
    await expectState(clean, 'Scanning')
    expect(await handset.status(infected)).toBe('pending')
    clamd = await startClamd({ port: Number(port) })
    await Promise.all([expectState(clean, 'Processed'), expectState(infected, 'Quarantined')])
  })
})
