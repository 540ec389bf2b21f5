import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { limits, type Permission } from '@holdfast/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CustomerIssuer } from '../../apps/server/test/customer-issuer.ts'
import { type AskedExport, Exports, jsonLines } from '../setup/exports.ts'
import { addRows } from '../setup/rows.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'

/** The address of an export opens once, for one person in one browser or for one client app, while they may export the list. */

const client = 'acme'
const reading = (group: string): Permission[] => [
  { actions_matching: 'payloads:read', conditions: [{ names_matching: group }] },
]
/** With these rows, an export is far larger than the buffers of a connection. */
const manyRows = 4_000
const notesLength = 10_000
/** Compression makes nothing of them. */
const notes = () => randomBytes((notesLength * 3) / 4).toString('base64')

let account: TestAccount<'amir' | 'sofia' | 'boss'>
let exports: Exports
let issuer: CustomerIssuer
let desk: SupportDesk
const body = { list: 'listPayloads' }

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('Equities', 'Rates')
    .withRole('Equities reader', reading('Equities'))
    .withRole('Archive', reading('Rates'))
    .withPerson('amir', 'Equities reader')
    .withPerson('sofia', 'Equities reader')
    .withPerson('boss', 'Account Administrator', 'Compliance Officer')
    .open()
  exports = new Exports(account.server, client)
  await account.write(async (tx) => {
    for (let left = manyRows; left > 0; left -= 100) {
      const rows = Array.from({ length: 100 }, () => ({
        group: 'Equities',
        device_reference: 'E-1',
        payload_type: 'Interview' as const,
        meta: JSON.stringify({ notes: notes() }),
      }))
      await addRows(tx, 'payloads', rows)
    }
    await addRows(tx, 'payloads', [{ group: 'Rates', device_reference: 'R-1' }])
  })
  issuer = await CustomerIssuer.start('EdDSA')
  desk = await SupportDesk.open(account.server, client, account.tokens.boss)
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await issuer?.close()
  await account?.close()
})

const expired = {
  error_code: 403,
  code: 'export.expired',
  message: 'This address of an export was used or has expired; export the list again',
}
const refusal = async (response: Response) => {
  expect(response.status).toBe(403)
  return response.json()
}

/** The entry on a trail that tells how an export ended. */
const ended = async ({ export_reference }: Pick<AskedExport, 'export_reference'>, of = client) => {
  const rows = await account.server.api.platform.database.read(of, (tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['user_id', 'events', 'status_code', 'denial_reason', 'is_allowed', 'support_reference'])
      .where('client', '=', of)
      .where('call', '=', 'GET /exports/{ticket}')
      .execute(),
  )
  const told = rows.flatMap(({ events: [one], ...row }) =>
    one?.event === 'list.export_ended' && one.details.export_reference === export_reference
      ? [{ ...row, details: one.details }]
      : [],
  )
  expect(told.length).toBeLessThanOrEqual(1)
  return told[0]
}

/** Reads until the response ends or the connection breaks off. @param onRows is called when the first rows have arrived */
const untilBroken = async (asked: AskedExport, onRows: () => Promise<void>) => {
  // Not fetch(): when a connection breaks off, it drops what was received and not read yet.
  const request = get(new URL(asked.url, account.server.origin), { headers: { cookie: asked.cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  let hasRows = false
  response.setEncoding('latin1').on('data', (part: string) => {
    text += part
    if (hasRows || text.length <= 2 * notesLength) return
    hasRows = true
    response.pause()
    onRows().then(
      () => response.resume(),
      (error) => response.destroy(error),
    )
  })
  const isBroken = await finished(response).then(
    () => false,
    (error) => {
      if (error.code !== 'ECONNRESET') throw error
      return true
    },
  )
  return { text, isBroken }
}

describe('the address of an export', () => {
  it('opens once, also for two requests at the same time', async () => {
    const asked = await exports.ask(account.tokens.amir, { ...body, query: { filter: { is_late: true } } })
    const both = await Promise.all([exports.fetch(asked), exports.fetch(asked)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    await Promise.all(both.map((response) => response.arrayBuffer()))
    expect(await refusal(await exports.fetch(asked))).toEqual(expired)
  })

  it('opens nothing in another browser, for another person or without a cookie', async () => {
    const asked = await exports.ask(account.tokens.amir, body)
    const other = await exports.ask(account.tokens.amir, body)
    const sofias = await exports.ask(account.tokens.sofia, body)
    expect(other.cookie).not.toBe(asked.cookie)
    for (const cookie of ['', other.cookie, sofias.cookie, `${asked.cookie.split('=')[0]}=${'A'.repeat(43)}`]) {
      expect(await refusal(await exports.fetch({ ...asked, cookie }))).toEqual(expired)
    }
    const withToken = { headers: { authorization: `Bearer ${account.tokens.amir}` } }
    expect(await refusal(await exports.fetch(asked, withToken))).toEqual(expired)
    const opened = await exports.fetch(asked)
    expect(opened.status).toBe(200)
    await opened.body?.cancel()
  })

  it("opens nothing under another account's path, or after some minutes", async () => {
    const asked = await exports.ask(account.tokens.amir, body)
    await account.server.openAccount('globex')
    const elsewhere = { ...asked, url: asked.url.replace('/acme/', '/globex/') }
    expect(await refusal(await exports.fetch(elsewhere))).toEqual(expired)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (limits.exportAddressMinutes + 1) * 60_000 })
    expect(await refusal(await exports.fetch(asked))).toEqual(expired)
  })

  it('opens nothing after its caller signed out or lost the right to the list', async () => {
    const asked = await exports.ask(account.tokens.sofia, body)
    await account.server.setRoles(client, 'sofia', [])
    expect(await refusal(await exports.fetch(asked))).toMatchObject({ code: 'auth.forbidden' })
    await account.server.setRoles(client, 'sofia', ['Equities reader'])
    const again = await exports.ask(account.tokens.sofia, body)
    const out = { token: account.tokens.boss }
    const path = `/api/admin/v1/${client}/portal_users/sofia/sessions`
    expect((await account.server.call('DELETE', path, out)).status).toBe(204)
    expect((await exports.fetch(again)).status).toBe(401)
  })

  it('belongs to a client app with its own token, and to no other', async () => {
    const appWith = async (name: string, audience: string) => {
      const oidc_config = { issuer: issuer.issuer, audience, jwks_uri: issuer.jwks_uri }
      const made = await account.server.call('POST', `/api/admin/v1/${client}/account/apps/${name}`, {
        token: account.tokens.boss,
        body: { oidc_config, group: null, roles: ['Archive'], cidr_ranges: null },
      })
      expect(made.status).toBe(200)
      return issuer.token(audience)
    }
    const [archive, other] = [await appWith('Archive', 'urn:acme:archive'), await appWith('Other', 'urn:acme:other')]
    const asked = await exports.ask(archive, body)
    expect(asked).toMatchObject({ status: 200, cookie: '' })
    expect(await refusal(await exports.fetch(asked))).toEqual(expired)
    expect(await refusal(await exports.fetch(asked, { token: other }))).toEqual(expired)
    expect(await refusal(await exports.fetch(asked, { token: account.tokens.amir }))).toEqual(expired)
    const rows = jsonLines<{ group: string }>(await (await exports.fetch(asked, { token: archive })).text())
    expect(rows.map(({ group }) => group)).toEqual(['Rates'])
    expect(await refusal(await exports.fetch(asked, { token: archive }))).toEqual(expired)
    expect(await ended(asked)).toMatchObject({ user_id: 'Archive', details: { rows: 1, ending: 'complete' } })
  })

  it('of staff on a visit ends with the visit, and both trails tell of the export', async () => {
    const reference = await desk.approved('Compliance Officer')
    const path = `/api/client/v1/${client}/exports`
    const query = { filter: { groups: ['Rates'] } }
    const ask = async () => {
      const response = await desk.visit('POST', path, reference, { body: { ...body, query, format: 'csv' } })
      const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      return { ...((await response.json()) as AskedExport), cookie }
    }
    const [first, second] = [await ask(), await ask()]
    const file = await (await exports.fetch(first)).text()
    expect(file.split('\r\n')).toHaveLength(3)
    const { details } = (await ended(first)) ?? {}
    expect(details).toMatchObject({ ending: 'complete', rows: 1 })
    expect(await ended(first, 'admin')).toMatchObject({ user_id: 'marc', support_reference: reference, details })
    expect((await desk.decide(reference, { approval_state: 'revoked' })).status).toBe(200)
    expect((await exports.fetch(second)).status).toBe(401)
  })
})

describe('an export under way', () => {
  const takeRole = () => account.server.setRoles(client, 'amir', [])
  afterEach(() => account.server.setRoles(client, 'amir', ['Equities reader']))

  it.each(['csv', 'ndjson'])('ends when its caller loses the right to the list, and says so (%s)', async (format) => {
    const asked = await exports.ask(account.tokens.amir, { ...body, format })
    const { text, isBroken } = await untilBroken(asked, takeRole)
    expect(isBroken).toBe(true)
    const lines = text.trim().split('\n')
    const last = lines.at(-1) ?? ''
    if (format === 'csv') expect(last).toMatch(/^This export ended before its last row: .+ \(auth\.forbidden\)$/)
    else expect(JSON.parse(last)).toEqual({ error: expect.objectContaining({ code: 'auth.forbidden' }) })
    const rows = lines.length - (format === 'csv' ? 2 : 1)
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(manyRows)
    expect(await ended(asked)).toMatchObject({
      user_id: 'amir',
      status_code: 403,
      is_allowed: false,
      denial_reason: 'auth.forbidden',
      details: { rows, ending: 'broken_off' },
    })
  })

  it('for people says so in their language', async () => {
    const asked = await exports.ask(account.tokens.amir, { ...body, format: 'csv', form: 'people', locale: 'pt-BR' })
    const { text, isBroken } = await untilBroken(asked, takeRole)
    expect(isBroken).toBe(true)
    const last = Buffer.from(text.trim().split('\r\n').at(-1) ?? '', 'latin1').toString()
    expect(last).toMatch(/^"?Esta exportação terminou antes da última linha: \S/)
  })

  it('as a workbook has no end, so that no program opens it', async () => {
    const asked = await exports.ask(account.tokens.amir, { ...body, format: 'xlsx', form: 'people' })
    const { text, isBroken } = await untilBroken(asked, takeRole)
    expect(isBroken).toBe(true)
    expect(text.startsWith('PK\u0003\u0004')).toBe(true)
    expect(text).not.toContain('PK\u0005\u0006')
    const { details, ...entry } = (await ended(asked)) ?? {}
    expect(entry).toMatchObject({ user_id: 'amir', denial_reason: 'auth.forbidden' })
    expect(details).toMatchObject({ ending: 'broken_off', bytes: text.length })
  })

  it('has no rows of a group whose rights were lost meanwhile', async () => {
    await account.addRole('Rates reader', reading('Rates'))
    const both = ['Equities reader', 'Rates reader']
    await account.server.setRoles(client, 'amir', both)
    const asked = await exports.ask(account.tokens.amir, body)
    const { text, isBroken } = await untilBroken(asked, async () => {
      await account.server.setRoles(client, 'amir', ['Rates reader'])
    })
    expect(isBroken).toBe(false)
    const rows = jsonLines<{ group: string }>(text)
    expect(rows.filter(({ group }) => group === 'Equities').length).toBeLessThan(manyRows)
    expect(await ended(asked)).toMatchObject({
      details: { rows: rows.length, ending: 'complete', has_access_changed: true },
    })
  })

  it('is on the trail when the browser closes the connection', async () => {
    const asked = await exports.ask(account.tokens.amir, body)
    const response = await exports.fetch(asked)
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(
      async () =>
        expect(await ended(asked)).toMatchObject({ denial_reason: null, details: { ending: 'disconnected' } }),
      { timeout: waitTimeoutMs },
    )
  })

  it('is on the trail when the connection is closed before anything was sent', async () => {
    const asked = await exports.ask(account.tokens.amir, body)
    const { hostname, port, pathname } = new URL(asked.url, account.server.origin)
    const { promise: closed, resolve: close } = Promise.withResolvers<void>()
    const onRequest = (message: unknown) => {
      const { request, socket } = message as { request: IncomingMessage; socket: Socket }
      if (request.url === pathname) socket.once('close', () => close())
    }
    subscribe('http.server.request.start', onRequest)
    const { database } = account.server.api.platform
    const original = database.transaction.bind(database)
    // The export begins once the server knows that the connection is closed.
    const delayed = vi.spyOn(database, 'transaction').mockImplementation(async (...change) => {
      await closed
      return original(...change)
    })
    try {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.end(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${asked.cookie}\r\n\r\n`, () =>
        socket.destroy(),
      )
      await closed
    } finally {
      delayed.mockRestore()
      unsubscribe('http.server.request.start', onRequest)
    }
    await vi.waitFor(async () => expect(await ended(asked)).toMatchObject({ details: { ending: 'disconnected' } }), {
      timeout: waitTimeoutMs,
    })
  })

  it('ends when nobody reads on, and leaves its place to others', async () => {
    const asked = await exports.ask(account.tokens.amir, body)
    const response = await exports.fetch(asked)
    const reader = response.body?.getReader()
    await reader?.read()
    const measure = performance.now.bind(performance)
    let aheadMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => measure() + aheadMs)
    onTestFinished(() => clock.mockRestore())
    await vi.waitFor(
      async () => {
        // Again and again, because the server may still fill the connection when the first time has passed.
        aheadMs += (limits.maxExportStallSeconds + 1) * 1_000
        expect(await ended(asked)).toMatchObject({ denial_reason: null, details: { ending: 'stalled' } })
      },
      { timeout: waitTimeoutMs, interval: 2_000 },
    )
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
      'a file that is not complete is not taken for one',
    ).rejects.toThrow()
  })

  it('leaves room for no more than a few others of the same person', async () => {
    const asked = await Promise.all(
      Array.from({ length: limits.maxExportsAtOnce + 1 }, () => exports.ask(account.tokens.amir, body)),
    )
    const last = asked.pop() as AskedExport
    const running = await Promise.all(asked.map((each) => exports.fetch(each)))
    expect(running.map(({ status }) => status)).toEqual(asked.map(() => 200))
    expect(await (await exports.fetch(last)).json()).toMatchObject({ code: 'export.too_many' })
    const sofias = await exports.ask(await account.server.signInAgain(client, 'sofia'), body)
    const others = await exports.fetch(sofias)
    expect(others.status).toBe(200)
    await Promise.all([others, ...running].map((response) => response.body?.cancel()))
    await vi.waitFor(
      async () => {
        const response = await exports.fetch(last)
        await response.body?.cancel()
        expect(response.status).toBe(200)
      },
      { timeout: waitTimeoutMs },
    )
  })
})
