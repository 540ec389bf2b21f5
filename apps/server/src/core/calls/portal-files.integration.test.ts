import { statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedMonitoringOrigin } from '../../platform/http/index.ts'
import { openKeys } from '../../platform/keys/index.ts'
import { readSettings } from '../../platform/settings/index.ts'
import { registerPortal } from './portal-files.ts'

const portal = path.resolve(import.meta.dirname, '../../../../portal/dist')
const assets = path.join(portal, 'assets')

const folder = await mkdtemp(path.join(tmpdir(), 'keys-'))
const keys = await openKeys(`file:${path.join(folder, 'master.key')}`)

let app: FastifyInstance
let script: string
beforeAll(async () => {
  app = fastify()
  app.decorateRequest('audiences')
  app.addHook('onRequest', async (request) => {
    request.audiences = new Set(['customers'])
  })
  await app.register(cookie)
  await registerPortal(app, readSettings({}), keys)
  script = /src="\/assets\/([^"]+)"/.exec(await readFile(path.join(portal, 'index.html'), 'utf8'))?.[1] ?? ''
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

it.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['identity', undefined, (content: Buffer) => content],
])('files are sent in an encoding that the browser accepts: %s', async (accepted, encoding, opened) => {
  const response = await app.inject({ url: `/assets/${script}`, headers: { 'accept-encoding': accepted } })
  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(opened(response.rawPayload).equals(await readFile(path.join(assets, script)))).toBe(true)
})

it('names the same build in the page and in build.json', async () => {
  const { build } = (await app.inject('/build.json')).json<{ build: string }>()
  expect(build).toMatch(/^[0-9a-f]{16}$/)
  expect((await app.inject('/dashboard')).body).toContain(`<meta name="build" content="${build}" />`)
})

it.each([
  [{}, 'en-gb'],
  [{ 'accept-language': 'pt-PT,pt;q=0.9' }, 'pt-br'],
  [{ 'accept-language': 'en-US', cookie: 'other=1; locale=pt-BR' }, 'pt-br'],
  [{ cookie: 'locale="><script>' }, 'en-gb'],
])('the page names early what every screen needs: with %j, the messages in %s', async (headers, language) => {
  const { body } = await app.inject({ url: '/dashboard', headers })
  const named = [...body.matchAll(/<link rel="modulepreload" crossorigin href="\/assets\/([^"]+)" \/>/g)].map(
    ([, name]) => name,
  )
  expect(named).toEqual([expect.stringMatching(`^${language}-`), expect.stringMatching(/^shared-/)])
  for (const name of named) expect((await app.inject(`/assets/${name}`)).statusCode).toBe(200)
})

it('what stands in the way of a quick start does not come with what screens share', async () => {
  const sizes = new Map((await readdir(assets)).map((name) => [name, statSync(path.join(assets, name)).size]))
  const shared = [...sizes].filter(([name]) => /^shared-.*\.br$/.test(name)).map(([, size]) => size)
  expect(shared).toHaveLength(1)
  // Maps and the viewer of photos have files of their own, of 70 KB and more.
  expect(shared[0]).toBeLessThan(60_000)
})

it('one route answers for the existing files, and for nothing else', async () => {
  expect(app.hasRoute({ method: 'GET', url: `/assets/${script}` })).toBe(false)
  const statusOf = async (method: 'GET' | 'HEAD', url: string) => (await app.inject({ method, url })).statusCode
  expect(await statusOf('HEAD', `/assets/${script}`)).toBe(200)
  for (const name of ['', 'nope.js', '..%2findex.html', '%2e%2e%2findex.html', '%00', `${script}/x`]) {
    expect([name, await statusOf('GET', `/assets/${name}`)]).toEqual([name, 404])
  }
})

it('the file that reports errors can connect to the monitoring address of the account alone, and is not kept', async () => {
  const name = (await readdir(assets)).find((one) => /^deliver-reports-.*\.js$/.test(one))
  const policyOf = async (value: string | undefined) => {
    const response = await app.inject({
      url: `/assets/${name}`,
      ...(value !== undefined && { cookies: { holdfast_monitoring: value } }),
    })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-cache')
    return String(response.headers['content-security-policy'])
  }
  const signed = signedMonitoringOrigin(keys, 'https://monitoring.example:8443/ingest?key=1') ?? ''
  expect(await policyOf(signed)).toBe(
    "default-src 'none'; script-src 'self'; connect-src https://monitoring.example:8443",
  )
  const [, mac = ''] = signed.split('.')
  const forged = `${Buffer.from('https://elsewhere.example').toString('base64url')}.${mac}`
  for (const value of [undefined, '', 'x', forged]) {
    expect(await policyOf(value)).toBe("default-src 'none'; script-src 'self'; connect-src 'none'")
  }
})

it('an address whose origin could change a policy is not signed', () => {
  for (const url of ['https://', 'https://a;b.example', "https://a'b.example", 'http://monitoring.example']) {
    expect(signedMonitoringOrigin(keys, url)).toBeNull()
  }
})
