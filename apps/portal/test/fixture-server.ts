import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { policyWithStyleNonce } from '../../server/src/platform/http/content-security-policy.ts'
import { parseBracketQuery } from '../src/shared/api/bracket-query.ts'
import * as data from './fixture-data.ts'
import { fixturePng, fixtureWav } from './fixture-media.ts'

const nonce = 'fixture-nonce'
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const dist = join(import.meta.dirname, '../dist')

const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, message: string, code: string) =>
  sendJson(response, { error_code: status, message, code }, status)

type Query = Record<string, unknown>

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** A page of rows as the contract shapes it; `last_key` is the place to go on from. */
const sendList = <Row>(response: ServerResponse, rows: readonly Row[], query: Query) => {
  if (query.query_result_type === 'total') return sendJson(response, { total: rows.length })
  const from = Number(query.last_key ?? 0)
  const items = rows.slice(from, from + Number(query.limit ?? 50))
  const next = from + items.length
  return sendJson(response, { items, count: items.length, last_key: next < rows.length ? String(next) : null })
}

const matchingPayloads = (query: Query) => {
  const filter = (query.filter ?? {}) as Query
  const types = textsIn(filter.payload_types)
  const states = textsIn(filter.payload_states)
  const isoOf = (value: unknown) => String(value ?? '').slice(0, 10)
  return data.payloads.filter(
    (row) =>
      (types.length === 0 || types.includes(row.payload_type)) &&
      (states.length === 0 || states.includes(row.payload_state)) &&
      (!filter.date_from || row.payload_time.slice(0, 10) >= isoOf(filter.date_from)) &&
      (!filter.date_to || row.payload_time.slice(0, 10) <= isoOf(filter.date_to)),
  )
}

const sendBytes = (request: IncomingMessage, response: ServerResponse, bytes: Buffer, contentType: string) => {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  const from = Number(range?.[1] ?? 0)
  const to = range?.[2] ? Number(range[2]) : bytes.length - 1
  response.writeHead(range ? 206 : 200, {
    'content-type': contentType,
    'accept-ranges': 'bytes',
    'content-length': to - from + 1,
    ...(range ? { 'content-range': `bytes ${from}-${to}/${bytes.length}` } : {}),
  })
  response.end(bytes.subarray(from, to + 1))
}

const messages = [
  'Can you confirm the fill on the Petrobras order?',
  'Filled at 38.14, all 20,000. <b>Sending the note now.</b>',
]

const sendMedia = (request: IncomingMessage, response: ServerResponse, reference: string) => {
  const payload = data.payloads.find((row) => row.payload_reference === reference)
  const type = payload?.media?.content_type ?? 'text/plain'
  if (type === 'audio/wav') return sendBytes(request, response, fixtureWav(), type)
  if (type === 'image/png') return sendBytes(request, response, fixturePng(), type)
  return sendBytes(request, response, Buffer.from(messages[Number(reference.at(-1)) % 2] ?? ''), 'text/plain')
}

const answerPublic = (response: ServerResponse, client: string, path: string, query: Query): boolean => {
  if (path === '/account/metadata') {
    if (client === 'nobody') refuse(response, 404, 'Data not found', 'request.not_found')
    else
      sendJson(response, {
        client,
        name: 'Acme Bank',
        locale: 'en-GB',
        portals: ['client'],
        sign_in: { provider: 'holdfast', label: null },
        build_version: '0.1.0',
      })
  } else if (path === '/url') {
    sendJson(response, { url: `/sign-in?code=${'c'.repeat(36)}&state=${String(query.state)}` })
  } else if (path === '/exchange') {
    sendJson(response, { id_token: 'fixture-id-token', refresh_token: 'fixture-refresh-token', expires_in: 3600 })
  } else return false
  return true
}

const answerAccount = (
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
  path: string,
  query: Query,
) => {
  if (answerPublic(response, client, path, query)) return
  const reference = decodeURIComponent(path.split('/')[2] ?? '')
  if (path.startsWith('/media/')) return sendMedia(request, response, reference)
  if (request.headers.authorization !== 'Bearer fixture-id-token')
    return refuse(response, 401, 'Authentication expired', 'auth.required')
  const one = <Row>(row: Row | undefined) =>
    row ? sendJson(response, row) : refuse(response, 404, 'Data not found', 'request.not_found')
  const payload = data.payloads.find((row) => row.payload_reference === reference)
  switch (path.replace(/^\/(payloads|devices|users)\/[^/]+/, '/$1/{}')) {
    case '/profile':
      return sendJson(response, data.profile(client))
    case '/dashboard':
      return sendJson(response, {
        devices: { activated: 3812, pending: 41, deactivated: 127, legacyActivated: 12, legacyDeactivated: 3 },
        users: { onboarded: 3644, offboarded: 218, legacyOnboarded: 9, legacyOffboarded: 2 },
        app_versions: [
          { version: '3.4.1', count: 2890 },
          { version: '3.4.0', count: 801 },
          { version: '3.3.2', count: 121 },
        ],
        os_versions: [
          { version: '16', count: 2203 },
          { version: '15', count: 1420 },
          { version: '14', count: 189 },
        ],
      })
    case '/payloads':
    case '/devices/{}/payloads':
    case '/users/{}/payloads':
      return sendList(response, matchingPayloads(query), query)
    case '/payloads/{}':
      return one(payload)
    case '/payloads/{}/audit':
      return sendJson(response, data.auditOf(reference))
    case '/payloads/{}/data':
      return sendJson(response, { s3_url: `/api/client/v1/${client}/media/${reference}`, status: 'Ok' })
    case '/devices':
    case '/users/{}/devices':
      return sendList(response, path === '/devices' ? data.devices : data.devices.slice(0, 2), query)
    case '/devices/{}':
      return one(data.devices.find((row) => row.device_reference === reference))
    case '/users':
      return sendList(response, data.deviceUsers, query)
    case '/users/{}':
      return one(data.deviceUsers.find((row) => row.device_user_reference === reference))
    case '/groups':
      return sendList(response, data.groupRows, query)
    case '/roles':
      return sendList(response, data.roles, query)
    case '/activities':
      return sendList(response, data.activities, query)
    case '/device_activities':
      return sendList(response, [], query)
    case '/terms':
      return sendJson(response, {
        version: '2026-11',
        locale: 'en-GB',
        text: '# Use of the portal\n\nYou use this portal for the account that gave you access, and for nothing else.\n\n## What is recorded\n\n- Every call of this portal\n- Every time you open content',
        text_hash: 'a'.repeat(64),
        published_at: '2026-11-01T00:00:00.000Z',
        accepted_at: null,
      })
    case '/events':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      return response.write(': open\n\n')
    default:
      return refuse(response, 404, 'Cannot find metadata', 'request.unknown_call')
  }
}

const sendFile = async (response: ServerResponse, path: string) => {
  const wanted =
    path.startsWith('/assets/') || extname(path) in contentTypes
      ? join(dist, normalize(path))
      : join(dist, 'index.html')
  try {
    const bytes = await readFile(wanted)
    const headers = {
      'content-type': contentTypes[extname(wanted)] ?? 'application/octet-stream',
      'content-security-policy': policyWithStyleNonce(nonce),
    }
    const isPage = wanted.endsWith('.html')
    response.writeHead(200, headers).end(isPage ? bytes.toString().replace('%STYLE_NONCE%', nonce) : bytes)
  } catch {
    response.writeHead(404).end()
  }
}

/** Answers the portal's calls from fixed data, for looking at screens without the product's server. Loopback only. */
export const startFixtureServer = (port = 0): Promise<{ server: Server; origin: string }> => {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
    const api = /^\/api\/(?:admin|client)\/v1\/([^/]+)(\/.*)?$/.exec(pathname)
    if (!api) return void sendFile(response, pathname)
    const query = parseBracketQuery(search)
    if (api[1] === 'clients')
      return void sendList(
        response,
        [
          {
            client: 'acme-bank',
            name: 'Acme Bank',
            locale: 'en-GB',
            is_active: true,
            created_at: '2026-01-05T09:00:00.000Z',
          },
        ],
        query,
      )
    answerAccount(request, response, api[1] ?? '', api[2] ?? '', query)
  })
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, origin: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}` })
    })
  })
}
