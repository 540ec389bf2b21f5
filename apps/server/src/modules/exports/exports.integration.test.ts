import { createHash } from 'node:crypto'
import { limits, type Payload, type UserActivity, type UserActivityEntry } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'
import { endLostExports } from './end-lost-exports.ts'
import { forgetExportQuery } from './forget-query.ts'

const lists = `/api/client/v1/${client}`
const admin = `/api/admin/v1/${client}`
const inLondon = (actions_matching: string) => ({ actions_matching, conditions: [{ names_matching: 'London' }] })
const formulas = ['=1+1', '+351911222333', '-5', '@SUM(A1)']
/** Texts, and their cells. */
const cells = {
  '\t=1': "'\t'=1",
  'harmless, "quoted"\nand long': '"harmless, ""quoted""\nand long"',
  "first line\n=cmd|' /C calc'!A0": "\"first line\n'=cmd|' /C calc'!A0\"",
  '\n=1+1': '"\'\n\'=1+1"',
  'x;=1+1;y': "x;'=1+1;y",
}
const failures = [...formulas, ...Object.keys(cells)]

let account: AccountWithRecordings
let exports: Exports
let lisbonsCall: string
const tokens = { boss: '', londoner: '', auditor: '', trailReader: '', everything: '' }

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  exports = new Exports(account.server, client)
  lisbonsCall = await account.addCall(9, 'Lisbon')
  for (let number = 10; number < 10 + failures.length; number++) {
    const meta = JSON.stringify({ second_parties: [{ phone_number: '+447700900123' }], carrier: { is_roaming: true } })
    const numbers = ['+447700900123', '+351911222333']
    await account.addCall(number, number % 2 ? 'London' : 'Lisbon', { meta, numbers, failure: failures[number - 10] })
  }
  await account.addRole('London alone', [
    inLondon('payloads:read'),
    inLondon('comments:read'),
    inLondon('groups:read'),
    inLondon('devices:read'),
  ])
  await account.addRole('Trail alone', [{ actions_matching: 'audit:read' }])
  await account.addRole('Trail, London to export', [{ actions_matching: 'audit:read' }, inLondon('audit:export')])
  await account.addRole('Everything', [{ actions_matching: '*' }])
  tokens.boss = await account.signIn('boss', 'Account Administrator', 'Compliance Officer')
  tokens.londoner = await account.signIn('londoner', 'London alone')
  tokens.auditor = await account.signIn('auditor', 'Trail, London to export')
  tokens.trailReader = await account.signIn('trailReader', 'Trail alone')
  tokens.everything = await account.signIn('everything', 'Everything')
})
afterAll(() => account?.close())

const listed = async (token: string, query = '') =>
  (await account.server.getJson<{ items: Payload[] }>(`${lists}/payloads?limit=100${query}`, token)).items

/** The newest entries of the trail about exports, the latest first. */
const trail = async (action: string) => {
  const path = `${admin}/activities?filter[action]=${encodeURIComponent(action)}&limit=10`
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(path, tokens.boss)
  return items
}

const rowsOfTrail = () =>
  account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select(['call', 'events', 'parameters', 'status_code', 'denial_reason', 'user_id'])
      .where('client', '=', client)
      .orderBy('log_id', 'desc')
      .limit(3)
      .execute(),
  )

describe('an export', () => {
  it('has the selected rows alone, those of them that the caller may see', async () => {
    const [first, , third] = await listed(tokens.boss)
    const payload_references = [third, first].flatMap((row) => row?.payload_reference ?? [])
    const query = { filter: { payload_references } }
    const asked = { list: 'listPayloads', query } as const
    expect(await exports.rows(tokens.boss, asked)).toEqual([first, third])
    const visible = (await listed(tokens.londoner)).map(({ payload_reference }) => payload_reference)
    const seen = await exports.rows<Payload>(tokens.londoner, asked)
    expect(seen.map(({ payload_reference }) => payload_reference)).toEqual(
      [first, third].flatMap((row) => (row && visible.includes(row.payload_reference) ? row.payload_reference : [])),
    )
  })

  it('has the rows of the list in its order, as JSON lines with the values of the list', async () => {
    expect(await exports.rows(tokens.boss, { list: 'listPayloads' })).toEqual(await listed(tokens.boss))
    const query = { filter: { groups: ['Lisbon'] }, sort: 'asc' }
    expect(await exports.rows(tokens.boss, { list: 'listPayloads', query })).toEqual(
      await listed(tokens.boss, '&filter[groups][0]=Lisbon&sort=asc'),
    )
  })

  it('has only the rows that the caller may see in the list', async () => {
    const rows = await exports.rows<Payload>(tokens.londoner, { list: 'listPayloads' })
    expect(rows).toEqual(await listed(tokens.londoner))
    expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['London']))
    const groups = await exports.rows<{ group_reference: string }>(tokens.londoner, { list: 'listGroups' })
    expect(groups.map(({ group_reference }) => group_reference)).toEqual(['London'])
  })

  it('goes on over all pages', async () => {
    const added = 2_700
    const references = Array.from({ length: added }, (_, number) => `X-${number}`)
    await account.write(async (tx) => {
      for (let from = 0; from < added; from += 100) {
        const devices = references.slice(from, from + 100)
        await addRows(
          tx,
          'devices',
          devices.map((device_reference) => ({ device_reference, group: 'Lisbon' })),
        )
      }
    })
    const rows = await exports.rows<{ device_reference: string }>(tokens.boss, { list: 'listDevices' })
    expect(new Set(rows.map(({ device_reference }) => device_reference)).size).toBe(added + 2)
    expect(rows).toHaveLength(added + 2)
  })

  it('of nothing is an empty file, or one with names alone', async () => {
    const query = { filter: { is_late: true } }
    expect(await exports.file(tokens.boss, { list: 'listPayloads', query })).toBe('')
    const csv = await exports.file(tokens.boss, { list: 'listPayloads', query, format: 'csv' })
    expect(csv.split('\r\n')).toHaveLength(2)
  })

  it('is a file with the name that was asked for, which nothing executes', async () => {
    const asked = await exports.ask(tokens.boss, { list: 'listGroups', format: 'csv', filename: 'Gruppen ../Ü' })
    const { headers } = await exports.fetch(asked)
    const lines = await exports.fetch(await exports.ask(tokens.boss, { list: 'listGroups' }))
    expect(lines.headers.get('content-disposition')).toContain('listGroups.ndjson')
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''Gruppen%20.._%C3%9C.csv")
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })
})

describe('a CSV file', () => {
  it('has a byte order mark, CRLF, names in its first row, and one column for each field', async () => {
    const csv = await exports.file(tokens.boss, { list: 'listPayloads', format: 'csv' })
    expect(csv.startsWith('\uFEFFpayload_reference,payload_type,payload_state,')).toBe(true)
    const [names = '', row = ''] = csv.split('\r\n')
    expect(names.split(',')).toEqual(
      expect.arrayContaining(['numbers', 'meta.second_parties', 'meta.carrier.is_roaming', 'media.size', 'is_late']),
    )
    expect(row).toContain(",'+447700900123; +351911222333,")
    expect(row).toContain('"[{""phone_number"":""+447700900123""}]"')
    expect(row).toContain(',false,')
  })

  it('has no cell that a spreadsheet would take for a formula', async () => {
    const csv = await exports.file(tokens.boss, { list: 'listPayloads', format: 'csv' })
    for (const formula of formulas) {
      expect(csv).toContain(`,'${formula},`)
      expect(csv).not.toContain(`,${formula},`)
    }
    for (const cell of Object.values(cells)) expect(csv).toContain(`,${cell},`)
    const rows = await exports.rows<Payload>(tokens.boss, { list: 'listPayloads' })
    expect(rows.map(({ failure }) => failure)).toEqual(expect.arrayContaining(failures))
  })
})

describe('the trail', () => {
  it('has the list, its filter and the format before the address leaves, without rows', async () => {
    const query = { filter: { groups: ['London'] } }
    const { export_reference } = await exports.ask(tokens.boss, { list: 'listPayloads', query, format: 'csv' })
    const [entry] = await rowsOfTrail()
    expect(entry).toMatchObject({ call: 'POST /exports', user_id: 'boss', status_code: 200 })
    expect(entry?.events).toEqual([
      {
        event: 'list.exported',
        details: { export_reference, list: 'listPayloads', format: 'csv' },
      },
    ])
    expect(entry?.parameters).toMatchObject({ list: 'listPayloads', format: 'csv', filter: { groups: ['London'] } })
  })

  it('has how an export ended, with its rows, its bytes and their checksum', async () => {
    const asked = await exports.ask(tokens.boss, { list: 'listPayloads', format: 'csv' })
    const bytes = Buffer.from(await (await exports.fetch(asked)).arrayBuffer())
    const [ended, begun] = await rowsOfTrail()
    const { export_reference } = asked
    expect(begun).toMatchObject({ call: 'GET /exports/{ticket}', user_id: 'boss', parameters: { export_reference } })
    expect(JSON.stringify([ended, begun])).not.toContain(asked.url.split('/').at(-1))
    expect(ended).toMatchObject({ user_id: 'boss', denial_reason: null })
    expect(ended?.events).toEqual([
      {
        event: 'list.export_ended',
        details: {
          export_reference,
          list: 'listPayloads',
          rows: (await listed(tokens.boss)).length,
          bytes: bytes.length,
          has_access_changed: false,
          ending: 'complete',
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      },
    ])
  })

  it('is readable: an entry says what was exported', async () => {
    await exports.file(tokens.boss, { list: 'listPayloads' })
    const [entry] = await trail('POST /exports')
    const one = await account.server.getJson<UserActivityEntry>(`${admin}/activities/${entry?.log_id}`, tokens.boss)
    expect(one.events).toMatchObject([{ event: 'list.exported' }])
  })
})

describe('an export is refused', () => {
  const refused = async (token: string, body: Parameters<Exports['ask']>[1]) => {
    const { status, code, ...rest } = await exports.ask(token, body)
    return { status, code, errors: (rest as { errors?: { path: string }[] }).errors?.map(({ path }) => path) }
  }

  it('to somebody who may not read the list', async () => {
    const forbidden = { status: 403, code: 'auth.forbidden' }
    expect(await refused(tokens.trailReader, { list: 'listPayloads' })).toMatchObject(forbidden)
    expect(await refused(tokens.londoner, { list: 'listRoles' })).toMatchObject(forbidden)
  })

  it('of the trail to somebody who may read it, but not export it', async () => {
    const forbidden = { status: 403, code: 'auth.forbidden' }
    expect(await refused(tokens.trailReader, { list: 'listActivities' })).toMatchObject(forbidden)
    expect(await refused(tokens.trailReader, { list: 'listDeviceActivities' })).toMatchObject(forbidden)
  })

  it("of the provider's lists to a customer who may do everything", async () => {
    for (const list of ['listClients', 'listPublicKeys', 'listStaff', 'listSupportAccessByStatus']) {
      const params = list === 'listSupportAccessByStatus' ? { params: { approval_status: 'pending' } } : {}
      expect(await refused(tokens.everything, { list, ...params })).toMatchObject({ status: 403 })
    }
  })

  it('of things that are hidden, as the list refuses them', async () => {
    const hidden = { status: 404, code: 'payload.not_found', errors: undefined }
    for (const payload_reference of [lisbonsCall, '01ARZ3NDEKTSV4RRFFQ69G5FZZ']) {
      expect(await refused(tokens.londoner, { list: 'listPayloadComments', params: { payload_reference } })).toEqual(
        hidden,
      )
    }
    expect(
      (await exports.ask(tokens.boss, { list: 'listPayloadComments', params: { payload_reference: lisbonsCall } }))
        .status,
    ).toBe(200)
  })

  it('with what the list does not take', async () => {
    const invalid = { status: 400, code: 'request.invalid' }
    expect(await refused(tokens.boss, { list: 'listPayloads', query: { filter: { nothing: 1 } } })).toEqual({
      ...invalid,
      errors: ['/body/query/filter/nothing'],
    })
    expect(await refused(tokens.boss, { list: 'listPayloads', query: { limit: 100 } })).toMatchObject(invalid)
    expect(await refused(tokens.boss, { list: 'listGroups', query: { sort: 'asc' } })).toMatchObject(invalid)
    expect(await refused(tokens.boss, { list: 'listDevicePayloads' })).toMatchObject(invalid)
    expect(await refused(tokens.boss, { list: 'getPayload', params: {} })).toMatchObject(invalid)
    expect(await refused(tokens.boss, { list: 'listPayloads', query: { filter: { text: 'fox' } } })).toMatchObject({
      status: 409,
      code: 'search.off',
    })
  })
})

it('the trail is exported as far as the caller may read and export it', async () => {
  for (const group of ['London', 'Lisbon']) await account.server.getJson(`${admin}/groups/${group}`, tokens.boss)
  const rows = await exports.rows<UserActivity>(tokens.auditor, { list: 'listActivities' })
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ group }) => group))).toEqual(new Set(['London']))
})

it('expired exports are removed', async () => {
  const asked = await exports.ask(tokens.boss, { list: 'listGroups' })
  const lifetimeMs = Date.parse(asked.expires_at) - Date.now()
  expect(lifetimeMs).toBeLessThanOrEqual(limits.exportAddressMinutes * 60_000)
  await account.write((tx) =>
    tx.db
      .updateTable('exports')
      .set({ expires_at: new Date(0) })
      .where('client', '=', client)
      .execute(),
  )
  expect((await exports.fetch(asked)).status).toBe(403)
})

it('what was searched is forgotten when the address expires, also if nobody used it', async () => {
  const query = { filter: { search: 'merger' } }
  const { export_reference } = await exports.ask(tokens.boss, { list: 'listComments', query })
  const stored = () =>
    account.read((tx) =>
      tx.db
        .selectFrom('exports')
        .select(['query', 'expires_at'])
        .where('client', '=', client)
        .where('export_reference', '=', export_reference)
        .executeTakeFirstOrThrow(),
    )
  const { expires_at } = await stored()
  const { platform } = account.server.api
  const queue = ownerPool(platform.settings.databaseUrl ?? '', { max: 1 })
  const planned = await queue
    .query('select run_at from graphile_worker.jobs where key like $1', [`%${export_reference}`])
    .finally(() => queue.end())
  expect(planned.rows).toEqual([{ run_at: new Date(expires_at) }])
  const forget = () =>
    forgetExportQuery.handle(
      { platform, attempt: 1, signal: new AbortController().signal },
      { client, export_reference },
    )
  await forget()
  expect(await stored(), 'while it can be used').toMatchObject({ query })
  await account.write((tx) =>
    tx.db
      .updateTable('exports')
      .set({ expires_at: new Date(0) })
      .where('client', '=', client)
      .execute(),
  )
  await forget()
  expect(await stored()).toMatchObject({ query: {} })
})

it('an export whose process died gets its end on the trail, once; one that ended or runs does not', async () => {
  const begun = async (running_until: Date | null): Promise<string> => {
    const { export_reference } = await exports.ask(tokens.boss, { list: 'listGroups' })
    await account.write((tx) =>
      tx.db
        .updateTable('exports')
        .set({ used_at: tx.now, running_until })
        .where('client', '=', client)
        .where('export_reference', '=', export_reference)
        .execute(),
    )
    return export_reference
  }
  const lost = await begun(new Date(Date.now() - 1_000))
  await begun(new Date(Date.now() + 60_000))
  const complete = await exports.ask(tokens.boss, { list: 'listGroups' })
  await (await exports.fetch(complete)).text()
  const context = { platform: account.server.api.platform, attempt: 1, signal: new AbortController().signal }
  await endLostExports.handle(context, {})
  await endLostExports.handle(context, {})
  const entries = await account.read((tx) =>
    tx.db
      .selectFrom('user_activities')
      .select('events')
      .where('client', '=', client)
      .where('call', '=', 'JOB end_lost_exports')
      .execute(),
  )
  expect(entries.map(({ events }) => events)).toEqual([
    [
      {
        event: 'list.export_ended',
        details: { export_reference: lost, list: 'listGroups', ending: 'interrupted' },
      },
    ],
  ])
})
