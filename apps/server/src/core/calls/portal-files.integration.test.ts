import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../platform/settings/index.ts'
import { registerPortal } from './portal-files.ts'

const portal = path.resolve(import.meta.dirname, '../../../../portal/dist')
const assets = path.join(portal, 'assets')

let app: FastifyInstance
let script: string
beforeAll(async () => {
  app = fastify()
  app.decorateRequest('audiences')
  app.addHook('onRequest', async (request) => {
    request.audiences = new Set(['customers'])
  })
  await registerPortal(app, readSettings({}))
  script = /src="\/assets\/([^"]+)"/.exec(await readFile(path.join(portal, 'index.html'), 'utf8'))?.[1] ?? ''
})
afterAll(() => app.close())

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
