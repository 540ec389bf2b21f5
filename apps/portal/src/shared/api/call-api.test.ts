import { call, calls, portalReadHeader, type ValidationProblem } from '@holdfast/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '../session/session.ts'
import { ApiError, errorInstead, isSettled } from './api-error.ts'
import { createCallApi } from './call-api.ts'

interface Seen {
  method: string
  path: string
  authorization: string | null
  portalRead: string | null
}

const session = (part: Partial<Session> = {}): Session => ({
  state: () => ({ client: 'acme-bank', tokens: null, support: null }),
  subscribe: () => () => undefined,
  isSignedIn: () => true,
  activeClient: () => 'acme-bank',
  freshIdToken: async () => 'the-id-token',
  signIn: () => undefined,
  signOut: () => undefined,
  leave: (atServer) => atServer(),
  hasLeft: () => false,
  enterSupport: () => undefined,
  endSupport: () => undefined,
  onVisitEnd: () => undefined,
  ...part,
})

let seen: Seen[]
let failures: ApiError[]
let expiries: number
let endedVisits: number
let waits: number[]

beforeEach(() => {
  seen = []
  failures = []
  expiries = 0
  endedVisits = 0
  waits = []
})

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const apiAnswering = (answers: readonly Response[], ofSession: Session = session()) => {
  const left = [...answers]
  return createCallApi({
    session: ofSession,
    fetch: async (path, init) => {
      const headers = new Headers(init?.headers)
      seen.push({
        method: init?.method ?? 'GET',
        path: String(path),
        authorization: headers.get('authorization'),
        portalRead: headers.get(portalReadHeader),
      })
      const answer = left.shift()
      if (!answer) throw new TypeError('Failed to fetch')
      return answer
    },
    onFailure: (error) => void failures.push(error),
    onExpired: () => {
      expiries += 1
    },
    onSupportEnded: () => {
      endedVisits += 1
    },
    wait: async (ms) => void waits.push(ms),
  })
}

const emptyPage = { items: [], count: 0, last_key: null }
const refusal = (status: number, errors: ValidationProblem[] = []) =>
  json({ error_code: status, message: 'No', code: 'request.invalid', errors }, status)

describe('an address', () => {
  test('is the catalogue, the account and the path, with an unencoded bracket query', async () => {
    const callApi = apiAnswering([json(emptyPage)])
    await callApi(calls.listPayloads, {
      query: { filter: { payload_types: ['Call'], numbers: ['+44 20'] }, limit: 50 },
    })
    expect(seen[0]?.path).toBe(
      '/api/client/v1/acme-bank/payloads?filter[payload_types][0]=Call&filter[numbers][0]=%2B44%2020&limit=50',
    )
  })

  test('encodes references, so that they cannot change the path or the query', async () => {
    const callApi = apiAnswering([refusal(404)])
    await expect(callApi(calls.getDevice, { params: { device_reference: '../roles?x' } })).rejects.toThrow()
    expect(seen[0]?.path).toBe('/api/admin/v1/acme-bank/devices/..%2Froles%3Fx')
  })
})

describe('authorization', () => {
  const support = {
    client: 'acme-bank',
    requestReference: '01KA00000000000000000000AA',
    role: 'Auditor',
    expiresAt: '2026-01-01T02:00:00.000Z',
  }
  const inSupport = session({ state: () => ({ client: 'admin', tokens: null, support }) })

  test('is the id token', async () => {
    await apiAnswering([json(emptyPage)])(calls.listPayloads)
    expect(seen[0]?.authorization).toBe('Bearer the-id-token')
  })

  test('names the support request in support mode', async () => {
    await apiAnswering([json(emptyPage)], inSupport)(calls.listPayloads)
    expect(seen[0]?.authorization).toBe('InternalSupport 01KA00000000000000000000AA Bearer the-id-token')
  })

  test('revoked by the customer ends support mode but not the session', async () => {
    const refused = json({ error_code: 401, message: 'revoked', code: 'auth.bad_support_prefix' }, 401)
    await expect(apiAnswering([refused], inSupport)(calls.listPayloads)).rejects.toBeInstanceOf(ApiError)
    expect([endedVisits, expiries]).toEqual([1, 0])
  })

  test('is missing for public calls', async () => {
    await apiAnswering([json({ url: 'https://sign-in.example' })])(calls.getUrl, { client: 'acme-bank' })
    expect(seen[0]?.authorization).toBeNull()
  })

  test('without an id token, nothing is sent and the session is reported as expired', async () => {
    const callApi = apiAnswering([], session({ freshIdToken: async () => null }))
    await expect(callApi(calls.listPayloads)).rejects.toThrow('Authentication expired')
    expect([seen.length, expiries]).toEqual([0, 1])
  })
})

describe('a failure', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])('%i is tried once more when it was a GET', async (status) => {
    const callApi = apiAnswering([refusal(status), json(emptyPage)])
    expect(await callApi(calls.listPayloads)).toEqual(emptyPage)
    expect(seen).toHaveLength(2)
  })

  test.each([400, 403, 404])('%i is not tried again', async (status) => {
    await expect(apiAnswering([refusal(status)])(calls.listPayloads)).rejects.toBeInstanceOf(ApiError)
    expect(seen).toHaveLength(1)
    expect(failures[0]?.status).toBe(status)
  })

  test('a search of words is not tried again where word search is turned off', async () => {
    const off = json({ message: 'Searching words is turned off for this account', code: 'search.off' }, 409)
    const error = await apiAnswering([off, json(emptyPage)])(calls.listPayloads).catch((cause) => cause)
    expect([error.code, seen.length]).toEqual(['search.off', 1])
    // So the screen says why instead of offering another try, also where it has older hits.
    expect([isSettled(error), errorInstead(error, emptyPage)]).toEqual([true, error])
  })

  test('waits as long as the server asks, up to 5 seconds', async () => {
    await apiAnswering([json({}, 503, { 'retry-after': '2' }), json(emptyPage)])(calls.listPayloads)
    await apiAnswering([json({}, 503, { 'retry-after': '600' }), json(emptyPage)])(calls.listPayloads)
    expect(waits).toEqual([2000, 5000])
  })

  test('of a write is not tried again', async () => {
    const body = { version: '1', text_hash: 'a'.repeat(64), locale: 'en-GB' } as const
    await expect(apiAnswering([refusal(503)])(calls.acceptTerms, { body })).rejects.toBeInstanceOf(ApiError)
    expect(seen).toHaveLength(1)
  })

  test.each([408, 409, 425, 500, 502, 503, 504])('%i of an exchange is not tried again', async (status) => {
    const exchange = { client: 'acme-bank', query: { refresh_token: 'spent-once' } }
    await expect(apiAnswering([refusal(status)])(calls.exchangeForAccount, exchange)).rejects.toThrow()
    expect(seen).toHaveLength(1)
  })

  test('429 of an exchange is tried once more: the refresh token was not used up', async () => {
    const tokens = { id_token: 'a', refresh_token: 'b', expires_in: 60 }
    const callApi = apiAnswering([json({}, 429, { 'retry-after': '1' }), json(tokens)])
    expect(await callApi(calls.exchangeForAccount, { client: 'acme-bank', query: { refresh_token: 'whole' } })).toEqual(
      tokens,
    )
    expect(waits).toEqual([1000])
  })

  test('to refresh without a network keeps the session and is reported as offline', async () => {
    const unreachable = session({ freshIdToken: () => Promise.reject(new ApiError(0, {})) })
    await expect(apiAnswering([], unreachable)(calls.listPayloads)).rejects.toBeInstanceOf(ApiError)
    expect([seen.length, expiries, failures.map(({ status }) => status)]).toEqual([0, 0, [0]])
  })

  test('401 ends the session and shows no second notice', async () => {
    await expect(apiAnswering([refusal(401)])(calls.listPayloads)).rejects.toBeInstanceOf(ApiError)
    expect([expiries, failures.length]).toEqual([1, 0])
  })

  test('to reach the server is reported as offline', async () => {
    await expect(apiAnswering([])(calls.listPayloads)).rejects.toBeInstanceOf(ApiError)
    expect(failures[0]?.status).toBe(0)
  })
})

test('a call says whether the portal makes it by itself', async () => {
  const callApi = apiAnswering([json(emptyPage), json(emptyPage)])
  await callApi(calls.listSupportAccess, { isPortalRead: true })
  await callApi(calls.listSupportAccess)
  expect(seen.map(({ portalRead }) => portalRead)).toEqual(['1', null])
})

test('an endpoint that is not in the contract is refused before anything is sent', async () => {
  const invented = call({
    catalogue: 'client',
    method: 'GET',
    path: '/invented',
    summary: 'No such call.',
    action: 'public',
  })
  await expect(apiAnswering([])(invented)).rejects.toThrow('Cannot find metadata')
  expect(seen).toHaveLength(0)
})

test('a response of another shape is an error that quotes it', async () => {
  const callApi = apiAnswering([json({ items: 'none', count: 0, last_key: null })])
  await expect(callApi(calls.listPayloads)).rejects.toThrow(/^GET \/payloads\n[\s\S]*"items":"none"/)
})
