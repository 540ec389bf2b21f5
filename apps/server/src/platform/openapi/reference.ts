import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { calls, ProductError } from '@holdfast/contract'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { inProject } from '../places.ts'
import type { Settings } from '../settings/index.ts'
import { openApiDocument } from './document.ts'

/**
 * OpenAPI 3.1 of every call at `/openapi.json`. Any origin may read it: it contains no secrets, and the reference page has an
 * opaque origin.
 */
export const registerOpenApi = (app: FastifyInstance, { origin, adminOrigin, clientOrigin }: Settings): void => {
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(calls, [...new Set([origin, adminOrigin, clientOrigin])]))
    return forAnyOrigin(reply).type('application/json; charset=utf-8').send(document)
  })
}

/** Hashes of the style elements of the library's current version. A journey fails when they change. */
const styleHashes = [
  'd7niGYA9R/xp7r1pyc/+3ntTepKCabnrqd2exao76s4=',
  'DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU=',
  'rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI=',
  '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE=',
]

/**
 * What the reference page may do. It has an opaque origin (`sandbox` without `allow-same-origin`), so that nothing in it can
 * reach the portal's storage, cookies or channels. It runs only our files and fetches only from us.
 */
const policy = [
  'sandbox allow-scripts allow-popups allow-downloads',
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${styleHashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
  // As in the portal: the library positions through style attributes.
  "style-src-attr 'unsafe-inline'",
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = inProject('apps/server/src/platform/openapi/page')

/** The reference page at `/reference`: the library's script and two small ones of ours. */
export const registerReference = (app: FastifyInstance): void => {
  app.get('/reference', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(await readFile(path.join(files, 'index.html'))),
  )
  for (const name of ['storage.js', 'start.js']) {
    app.get(`/reference/${name}`, async (_request, reply) => sendScript(reply, await readFile(path.join(files, name))))
  }
  let library: Promise<Buffer> | undefined
  app.get('/reference/js/scalar.js', async (_request, reply) => {
    library ??= readLibrary()
    return sendScript(reply, await library)
  })
}

const sendScript = (reply: FastifyReply, script: Buffer): FastifyReply =>
  forAnyOrigin(reply).header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script)

/** The reference page has an opaque origin, so its requests to us are cross-origin. */
const forAnyOrigin = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })

/** The library offers its script only as a route of an app. The script has four megabytes, so it is loaded on first use. */
const readLibrary = async (): Promise<Buffer> => {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(reference, { routePrefix: '/reference', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await page.inject('/reference/js/scalar.js')
  await page.close()
  if (statusCode !== 200) throw new ProductError('server.internal')
  return rawPayload
}
