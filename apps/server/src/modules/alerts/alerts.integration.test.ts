import {
  type Alert,
  type AlertSummary,
  type AlertsChanged,
  keptAlertOccurrences,
  type UserActivity,
} from '@holdfast/contract'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { endAlertsOf } from './end-alerts.ts'
import { clearAlert, follow, raiseAlert, raiseTogether } from './index.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}/alerts`
const minuteMs = 60_000

let account: TestAccount<'boss' | 'dora' | 'fred' | 'rita'>
let nadia: string
let sam: string

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('Equities', 'Rates')
    .withRole('Fixed income', [
      { actions_matching: 'alerts:*', conditions: [{ names_matching: 'Rates' }] },
      { actions_matching: 'groups:read' },
    ])
    .withPerson('boss', 'Account Administrator')
    .withPerson('dora', 'Device Manager')
    .withPerson('fred', 'Fixed income')
    .withPerson('rita', 'Reviewer')
    .open()
  await account.write(async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ alert_permissions: JSON.stringify({ ops_read: true }) })
      .where('client', '=', client)
      .where('role_reference', '=', 'Fixed income')
      .execute()
    await bumpAccessVersion(tx)
  })
  await account.server.openAccount('admin')
  nadia = await account.server.signIn('admin', { user_reference: 'nadia', roles: ['Internal Administrator'] })
  sam = await account.server.signIn('admin', { user_reference: 'sam', roles: ['Internal Support'] })
})
afterAll(() => account?.close())
beforeEach(() => account.write((tx) => tx.db.deleteFrom('alerts').where('client', '=', client).execute()))

const failed = (tx: TenantTransaction, device = 'A-1', group: string | null = 'Equities') =>
  raiseAlert(tx, {
    condition: 'payload_failed',
    of: device,
    values: { device },
    group,
    related: [{ entity_id: device, entity_type: 'Device', entity_subtype: null, api_link: null, page_link: null }],
  })
const quarantined = (tx: TenantTransaction, device = 'A-1') =>
  raiseAlert(tx, { condition: 'payload_quarantined', of: device, values: { device }, group: 'Equities' })

type Person = keyof typeof account.tokens
const list = async (token: string, query = '', path = base) =>
  (await account.server.getJson<{ items: Alert[] }>(`${path}${query}`, token)).items
const listOf = (person: Person, query = '') => list(account.tokens[person], query)
const conditionsOf = async (person: Person, query = '') =>
  (await listOf(person, query)).map(({ condition }) => condition).sort()
const send = async (method: 'PUT' | 'POST', path: string, token: string, body: object) => {
  const response = await account.server.call(method, path, { token, body })
  return { status: response.status, body: (await response.json()) as AlertsChanged & { code?: string } }
}
const results = ({ body }: { body: AlertsChanged }) => body.items.map(({ result }) => result)

describe('an alert', () => {
  it('has one episode while Triggered, which counts its occurrences, and a fresh one after it was cleared', async () => {
    await account.write((tx) => failed(tx))
    await account.write((tx) => failed(tx))
    const [alert] = await listOf('boss')
    expect(alert).toMatchObject({
      alert_key: 'payload_failed:A-1',
      alert_type: 'PayloadAlert',
      alert_scope: 'ops',
      alert_severity: 'High',
      alert_key_type: 'Scoped',
      alert_state: 'Triggered',
      alert_subject: 'Recordings of A-1 do not open',
      occurrence_count: 2,
      related_entity_string: 'A-1',
      dismissed_by: null,
      may: ['clear', 'acknowledge', 'silence', 'dismiss'],
    })
    await account.write((tx) => clearAlert(tx, 'payload_failed', 'A-1'))
    await account.write((tx) => failed(tx))
    const all = await listOf('boss')
    expect(all.map(({ alert_state, cleared_reason }) => [alert_state, cleared_reason])).toEqual([
      ['Triggered', null],
      ['Cleared', 'condition_ended'],
    ])
    expect(await listOf('boss', '?filter[active_only]=true')).toHaveLength(1)
  })

  it('keeps the first and the last hundred occurrences and counts all', async () => {
    const many = 2 * keptAlertOccurrences + 50
    await account.write(async (tx) => {
      for (let n = 0; n < many; n++) await failed({ ...tx, now: new Date(tx.now.getTime() + n) })
    })
    const [{ alert_reference, occurrence_count } = { alert_reference: '', occurrence_count: 0 }] = await listOf('boss')
    expect(occurrence_count).toBe(many)
    const { occurrences } = await account.server.getJson<Alert>(`${base}/${alert_reference}`, account.tokens.boss)
    expect(occurrences).toHaveLength(2 * keptAlertOccurrences)
    const times = occurrences.map(({ time }) => Date.parse(time))
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0))
    expect(gaps.filter((gap) => gap > 1)).toEqual([51])
  })

  it('of 40 causes at once begins once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => account.write((tx) => failed(tx))))
    expect((await listOf('boss')).map(({ occurrence_count }) => occurrence_count)).toEqual([40])
  })

  it('that is Transient ends some time after its last occurrence', async () => {
    const lost = (tx: TenantTransaction) =>
      raiseAlert(tx, { condition: 'support_used', of: 'admin/nadia', values: { person: 'admin/nadia' } })
    await account.write(lost)
    const inHours = (hours: number) =>
      account.write((tx) => endAlertsOf({ ...tx, now: new Date(tx.now.getTime() + hours * 60 * minuteMs) }))
    await inHours(23)
    expect(await listOf('boss', '?filter[active_only]=true')).toHaveLength(1)
    await inHours(25)
    expect(await listOf('boss')).toMatchObject([{ alert_state: 'Cleared', cleared_reason: 'expired' }])
  })

  it('of what comes and goes ends only after a quiet time', async () => {
    const down = (tx: TenantTransaction) =>
      raiseAlert(tx, { condition: 'part_down', of: 'clamd', values: { part: 'clamd' } })
    const state = () =>
      account.read((tx) => tx.db.selectFrom('alerts').select('alert_state').where('client', '=', client).execute())
    const later = (minutes: number) =>
      account.write((tx) => endAlertsOf({ ...tx, now: new Date(tx.now.getTime() + minutes * minuteMs) }))
    await account.write(down)
    await account.write((tx) => clearAlert(tx, 'part_down', 'clamd'))
    await account.write(down)
    await later(6)
    expect(await state()).toEqual([{ alert_state: 'Triggered' }])
    await account.write((tx) => clearAlert(tx, 'part_down', 'clamd'))
    await later(4)
    expect(await state()).toEqual([{ alert_state: 'Triggered' }])
    await later(6)
    expect(await state()).toEqual([{ alert_state: 'Cleared' }])
  })
})

describe('people', () => {
  beforeEach(() =>
    account.write(async (tx) => {
      await failed(tx)
      await failed(tx, 'R-1', 'Rates')
      await failed(tx, 'NOBODY', null)
      await quarantined(tx)
    }),
  )

  it('see the scopes of their roles, of their groups', async () => {
    expect(await conditionsOf('boss')).toHaveLength(4)
    expect(await conditionsOf('dora')).toEqual(['payload_failed', 'payload_failed', 'payload_failed'])
    expect((await listOf('fred')).map(({ group }) => group)).toEqual(['Rates'])
    expect((await account.server.call('GET', base, { token: account.tokens.rita })).status).toBe(403)
    const [hidden] = await listOf('boss', '?filter[alert_scopes][0]=sec')
    const path = `${base}/${hidden?.alert_reference}`
    expect((await account.server.call('GET', path, { token: account.tokens.dora })).status).toBe(404)
    expect((await account.server.call('GET', path, { token: account.tokens.boss })).status).toBe(200)
  })

  it('get counts of what they may see and have not dismissed', async () => {
    const summaryOf = async (person: Person) =>
      (await account.server.getJson<{ items: AlertSummary[] }>(`${base}/summary`, account.tokens[person])).items.filter(
        ({ count }) => count > 0,
      )
    expect(await summaryOf('boss')).toEqual([
      { scope: 'ops', severity: 'High', count: 3 },
      { scope: 'sec', severity: 'High', count: 1 },
    ])
    expect(await summaryOf('dora')).toEqual([{ scope: 'ops', severity: 'High', count: 3 }])
    expect(await summaryOf('fred')).toEqual([{ scope: 'ops', severity: 'High', count: 1 }])
    const [mine] = await listOf('fred')
    await send('PUT', `${base}/dismiss`, account.tokens.fred, { alert_references: [mine?.alert_reference] })
    expect(await summaryOf('fred')).toEqual([])
    expect(await summaryOf('dora')).toEqual([{ scope: 'ops', severity: 'High', count: 3 }])
    expect((await listOf('dora', '?filter[groups][0]=Rates'))[0]).toMatchObject({ dismissed_by: 'fred' })
  })

  it('find alerts by kind, date and words', async () => {
    expect(await listOf('boss', '?filter[search]=r-1')).toHaveLength(1)
    expect(await listOf('boss', '?filter[alert_severities][0]=Low')).toEqual([])
    expect(await listOf('boss', '?filter[date_from]=2999-01-01&filter[date_filter_type]=first_occurrence')).toEqual([])
    expect(await listOf('boss', '?filter[conditions][0]=payload_quarantined')).toHaveLength(1)
    const path = `${base}?query_result_type=total`
    expect(await account.server.getJson(path, account.tokens.boss)).toEqual({ total: 4 })
    expect(
      (await account.server.call('GET', `${base}?filter[alert_state]=Lost`, { token: account.tokens.boss })).status,
    ).toBe(400)
  })

  it('find alerts about one thing', async () => {
    expect(await listOf('boss', '?filter[related_entities][0]=R-1')).toMatchObject([{ group: 'Rates' }])
    expect(await listOf('boss', '?filter[related_entities][0]=R-')).toEqual([])
    expect(await listOf('boss', '?filter[related_entities][0]=R-1&filter[related_entities][1]=NOBODY')).toHaveLength(2)
  })

  it('clear, re-open, acknowledge and silence what they may, each alert by itself', async () => {
    const references = (await listOf('boss')).map(({ alert_reference }) => alert_reference)
    const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
    const dora = account.tokens.dora
    const cleared = await send('PUT', base, dora, {
      alert_references: [...references, unknown],
      change: 'clear',
      reason: 'Seen to',
    })
    expect(results(cleared).sort()).toEqual(['changed', 'changed', 'changed', 'not_found', 'not_found'])
    expect((await listOf('boss', '?filter[alert_state]=Cleared'))[0]).toMatchObject({
      cleared_reason: 'Seen to',
      updated_by: 'dora',
      may: ['reopen', 'dismiss'],
    })
    const again = await send('PUT', base, dora, { alert_references: references, change: 'clear' })
    expect(results(again).sort()).toEqual(['not_found', 'unchanged', 'unchanged', 'unchanged'])
    await account.write((tx) => failed(tx))
    const reopened = await send('PUT', base, dora, { alert_references: references, change: 'reopen' })
    expect(results(reopened).sort()).toEqual(['changed', 'changed', 'conflict', 'not_found'])
    const [open] = await listOf('dora', '?filter[active_only]=true')
    const one = { alert_references: [open?.alert_reference] }
    expect(results(await send('PUT', base, dora, { ...one, change: 'acknowledge' }))).toEqual(['changed'])
    const until = new Date(Date.now() + 60 * minuteMs).toISOString()
    const silenced = await send('PUT', base, dora, { ...one, change: 'silence', until, reason: 'Known' })
    expect(silenced.body.items[0]?.alert).toMatchObject({
      acknowledged_by: 'dora',
      silenced_until: until,
      silenced_by: 'dora',
      may: ['clear', 'acknowledge', 'silence', 'unsilence', 'dismiss'],
    })
    expect((await send('PUT', base, dora, { ...one, change: 'silence' })).body.code).toBe('alert.bad_silence')
    expect(results(await send('PUT', base, account.tokens.fred, { ...one, change: 'clear' }))).not.toContain('changed')
  })

  it('end a silence early for all alerts about the same, if they may silence, and it is on the trail', async () => {
    const [open] = await listOf('dora', '?filter[active_only]=true')
    const alert_references = [open?.alert_reference ?? '']
    const unsilence = (person: 'boss' | 'dora' | 'fred') =>
      send('PUT', base, account.tokens[person], { alert_references, change: 'unsilence' })
    expect(results(await unsilence('fred'))).not.toContain('changed')
    const until = new Date(Date.now() + 60 * minuteMs).toISOString()
    await send('PUT', base, account.tokens.dora, { alert_references, change: 'silence', until, reason: 'Known' })
    const former = '01ARZ3NDEKTSV4RRFFQ69G5F99'
    await account.write(async (tx) => {
      const stored = await tx.db
        .selectFrom('alerts')
        .selectAll()
        .where('client', '=', client)
        .where('alert_reference', '=', open?.alert_reference ?? '')
        .executeTakeFirstOrThrow()
      const json = { related_entities: JSON.stringify(stored.related_entities) }
      const cleared = { alert_state: 'Cleared' as const, cleared_at: tx.now, cleared_reason: 'by_hand' }
      const silence = { silenced_until: new Date(until), silenced_by: 'dora', alert_reference: former }
      await tx.db
        .insertInto('alerts')
        .values({ ...stored, ...json, ...cleared, ...silence } as never)
        .execute()
    })
    const ended = await unsilence('boss')
    expect(ended.body.items[0]).toMatchObject({
      result: 'changed',
      alert: { silenced_until: null, silenced_by: null, may: ['clear', 'acknowledge', 'silence', 'dismiss'] },
    })
    expect(await listOf('boss', '?filter[alert_state]=Cleared')).toEqual(
      expect.arrayContaining([expect.objectContaining({ alert_reference: former, silenced_until: null })]),
    )
    expect(results(await unsilence('boss'))).toEqual(['unchanged'])
    const trail = `/api/admin/v1/${client}/activities?filter[subjects][0]=alert:${open?.alert_reference}`
    const { items } = await account.server.getJson<{ items: UserActivity[] }>(trail, account.tokens.boss)
    expect(items[0]?.brief?.facts).toMatchObject({ decision: 'unsilence' })
    const read = await account.server.getJson<Alert>(`${base}/${open?.alert_reference}`, account.tokens.boss)
    const { silences } = read
    expect(silences).toMatchObject([
      { silenced_by: 'dora', until, reason: 'Known', ended_by: 'boss', ended_at: expect.any(String) },
    ])
    await account.write((tx) =>
      tx.db.deleteFrom('alerts').where('client', '=', client).where('alert_reference', '=', former).execute(),
    )
  })

  it('are on the trail with the alert, with what they did, and with the reason that it was cleared for', async () => {
    const [alert] = await listOf('boss')
    const one = { alert_references: [alert?.alert_reference] }
    await send('PUT', base, account.tokens.boss, { ...one, change: 'clear', reason: 'Seen to' })
    await send('PUT', base, account.tokens.boss, { ...one, change: 'reopen' })
    const trail = `/api/admin/v1/${client}/activities?filter[subjects][0]=alert:${alert?.alert_reference}`
    const { items } = await account.server.getJson<{ items: UserActivity[] }>(trail, account.tokens.boss)
    expect(items.map(({ brief }) => brief?.facts)).toEqual([
      { decision: 'reopen', former_reason: 'Seen to' },
      { decision: 'clear', reason: 'Seen to' },
    ])
    expect(items[0]?.subjects).toMatchObject([{ kind: 'alert', reference: alert?.alert_reference }])
  })

  it('are told of more than 100, repeated and none', async () => {
    const token = account.tokens.boss
    const some = Array.from({ length: 101 }, (_, n) => `01ARZ3NDEKTSV4RRFFQ69G5${String(n).padStart(3, '0')}`)
    for (const alert_references of [some, [some[0], some[0]], []]) {
      expect((await send('PUT', base, token, { alert_references, change: 'clear' })).status).toBe(400)
    }
  })

  it('raise alerts of their own in groups where they may, which the same key joins', async () => {
    const plain = {
      alert_type: 'Notification',
      alert_scope: 'ops',
      alert_severity: 'Medium',
      alert_key: 'maintenance',
      alert_subject: 'Maintenance',
      alert_message: 'On Sunday',
    }
    const empty = { ...plain, alert_subject: ' ' }
    expect((await send('POST', base, account.tokens.boss, { alerts: [empty] })).status).toBe(400)
    for (const alert_subject of ['Line\nbreak', 'Tab\there', 'From \u202eright', 'Mark \u200f']) {
      expect((await send('POST', base, account.tokens.boss, { alerts: [{ ...plain, alert_subject }] })).status).toBe(
        400,
      )
    }
    const over = { ...plain, expires_after: new Date(Date.now() - minuteMs).toISOString() }
    expect((await send('POST', base, account.tokens.boss, { alerts: [over] })).body.code).toBe('alert.ends_in_past')
    const raised = await send('POST', base, account.tokens.boss, {
      alerts: [plain, plain, { ...plain, alert_scope: 'sec', alert_key: 'other' }],
    })
    expect(results(raised)).toEqual(['raised', 'occurred', 'raised'])
    const ofDora = { ...plain, alert_scope: 'sec', alert_key: 'third' }
    expect(results(await send('POST', base, account.tokens.dora, { alerts: [ofDora] }))).toEqual(['forbidden'])
    const unknown = { ...plain, group: 'Nowhere' }
    expect((await send('POST', base, account.tokens.boss, { alerts: [unknown] })).status).toBe(404)
  })
})

it('what a person cleared is raised again only after its cause has ended once', async () => {
  let devices = ['A-1']
  const watch = {
    condition: 'device_silent' as const,
    causes: async () =>
      devices.map((device) => ({ condition: 'device_silent' as const, of: device, values: { device } })),
  }
  const run = () => account.write((tx) => follow(tx, account.server.api.platform, watch))
  const states = async () => (await listOf('boss')).map(({ alert_state }) => alert_state).sort()
  await run()
  const [alert] = await listOf('boss')
  await send('PUT', base, account.tokens.boss, { alert_references: [alert?.alert_reference], change: 'clear' })
  await run()
  await run()
  expect(await states()).toEqual(['Cleared'])
  devices = []
  await run()
  devices = ['A-1']
  await run()
  expect(await states()).toEqual(['Cleared', 'Triggered'])
})

it('two narrow roles give no more than each of them', async () => {
  const only = (name: string) => [{ actions_matching: 'alerts:*', conditions: [{ names_matching: name }] }]
  await account.addRole('Equities operations', only('Equities'))
  await account.addRole('Rates security', only('Rates'))
  await account.write(async (tx) => {
    for (const [role, scope] of [
      ['Equities operations', 'ops'],
      ['Rates security', 'sec'],
    ]) {
      const alert_permissions = JSON.stringify({ [`${scope}_read`]: true, [`${scope}_write`]: true })
      await tx.db
        .updateTable('roles')
        .set({ alert_permissions })
        .where('client', '=', client)
        .where('role_reference', '=', String(role))
        .execute()
    }
    await bumpAccessVersion(tx)
    await failed(tx)
    await quarantined(tx)
  })
  const both = await account.signIn('amy', 'Equities operations', 'Rates security')
  expect((await list(both)).map(({ condition }) => condition)).toEqual(['payload_failed'])
  const [hidden] = await listOf('boss', '?filter[conditions][0]=payload_quarantined')
  const body = { alert_references: [hidden?.alert_reference], change: 'clear' }
  expect(results(await send('PUT', base, both, body))).toEqual(['not_found'])
})

it('nobody adds an occurrence to an alert that they could not raise, nor lowers its severity', async () => {
  const raised = (alert_scope: string, alert_severity: string, alert_subject: string) => ({
    alerts: [
      {
        alert_type: 'Notification',
        alert_scope,
        alert_severity,
        alert_key: 'shared',
        alert_subject,
        alert_message: alert_subject,
      },
    ],
  })
  expect(results(await send('POST', base, account.tokens.boss, raised('sec', 'High', 'Secret')))).toEqual(['raised'])
  expect(results(await send('POST', base, account.tokens.dora, raised('ops', 'Low', 'Ignore')))).toEqual(['raised'])
  expect(results(await send('POST', base, account.tokens.boss, raised('sec', 'Low', 'Fine')))).toEqual(['occurred'])
  expect(await listOf('boss', '?filter[alert_scopes][0]=sec')).toMatchObject([
    { alert_severity: 'High', occurrence_count: 2, updated_by: 'boss' },
  ])
})

describe('alert permissions', () => {
  const role = (alert_permissions: string[]) => ({
    permissions: [{ actions_matching: 'groups:read' }],
    payload_types: null,
    cidr_ranges: null,
    alert_permissions,
    is_alertable: false,
    description: null,
  })
  const put = async (alert_permissions: string[], token: string) => {
    const response = await account.server.call('PUT', `/api/admin/v1/${client}/roles/Watchers`, {
      token,
      body: role(alert_permissions),
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }

  it('are given by those only who have them, in roles and with roles', async () => {
    await account.addRole('Role keepers', [
      { actions_matching: 'roles:*' },
      { actions_matching: 'groups:read' },
      { actions_matching: 'account:write' },
    ])
    const karl = await account.signIn('karl', 'Role keepers')
    expect(await put(['ops_read'], karl)).toEqual([403, 'alert.not_given'])
    expect(await put([], karl)).toEqual([200, undefined])
    expect(await put(['ops_read', 'sec_read'], account.tokens.boss)).toEqual([200, undefined])
    // What the role has already may stay.
    expect(await put(['ops_read'], karl)).toEqual([200, undefined])
    const given = await account.server.call('PUT', `/api/admin/v1/${client}/portal_users/rita/roles/Watchers`, {
      token: karl,
      body: { valid_until: new Date(Date.now() + 60 * minuteMs).toISOString(), reason: 'Holiday' },
    })
    expect([given.status, ((await given.json()) as { code?: string }).code]).toEqual([403, 'alert.not_given'])
  })
})

describe("the provider's staff", () => {
  beforeEach(() =>
    account.write(async (tx) => {
      await failed(tx)
      await quarantined(tx)
    }),
  )
  const internal = '/api/admin/v1/alerts'
  const ofClient = `/api/admin/v1/clients/${client}/alerts`

  it('see what the product shows to the provider, of all accounts', async () => {
    expect((await list(nadia, '', internal)).map((alert) => [alert.client, alert.condition])).toEqual([
      [client, 'payload_failed'],
    ])
    expect(await list(nadia, '?filter[clients][0]=admin', internal)).toEqual([])
    const summary = await account.server.getJson<{ items: AlertSummary[] }>(`${internal}/summary`, sam)
    expect(summary.items.map(({ scope }) => scope)).toEqual(['ops', 'ops', 'ops'])
    expect((await account.server.call('GET', internal, { token: account.tokens.boss })).status).toBe(401)
  })

  it("change a customer's alerts on both trails", async () => {
    const [{ alert_reference } = { alert_reference: '' }] = await list(nadia, '', internal)
    const one = { alert_references: [alert_reference] }
    expect(await account.server.getJson<Alert>(`${ofClient}/${alert_reference}`, nadia)).toMatchObject({ client })
    expect(results(await send('PUT', `${ofClient}/dismiss`, nadia, one))).toEqual(['changed'])
    expect(await list(nadia, '', internal)).toMatchObject([{ is_dismissed: true, dismissed_by: 'admin/nadia' }])
    const until = new Date(Date.now() + 60 * minuteMs).toISOString()
    expect(results(await send('PUT', ofClient, nadia, { ...one, change: 'silence', until }))).toEqual(['changed'])
    expect((await account.server.getJson<Alert>(`${base}/${alert_reference}`, account.tokens.boss)).silences).toEqual([
      expect.objectContaining({ silenced_by: 'admin/nadia', until, reason: null, ended_by: null }),
    ])
    expect(results(await send('PUT', ofClient, sam, { ...one, change: 'clear' }))).toEqual(['changed'])
    expect(await listOf('boss', '?filter[alert_state]=Cleared')).toMatchObject([{ updated_by: 'admin/sam' }])
    expect(results(await send('PUT', internal, nadia, { ...one, change: 'clear' }))).toEqual(['not_found'])
    expect((await send('PUT', '/api/admin/v1/clients/nobody/alerts', nadia, { ...one, change: 'clear' })).status).toBe(
      404,
    )
  })

  it('page through alerts of all accounts in order', async () => {
    await account.write(async (tx) => {
      for (let n = 0; n < 25; n++) await failed({ ...tx, now: new Date(tx.now.getTime() + n) }, `A-${n + 10}`)
    })
    const seen: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const query = `?limit=10${last_key === '' ? '' : `&last_key=${encodeURIComponent(last_key)}`}`
      const page: { items: Alert[]; last_key: string | null } = await account.server.getJson(
        `${internal}${query}`,
        nadia,
      )
      seen.push(...page.items.map(({ alert_key }) => alert_key))
      last_key = page.last_key
    }
    expect(seen).toHaveLength(26)
    expect(new Set(seen).size).toBe(26)
  })

  it("raise alerts in a customer's account", async () => {
    const news = {
      client,
      alert_type: 'AccountAlert',
      alert_scope: 'ops',
      alert_severity: 'Low',
      alert_subject: 'Maintenance',
      alert_message: 'On Sunday at 6',
    }
    expect(results(await send('POST', internal, nadia, { alerts: [news] }))).toEqual(['raised'])
    expect(await listOf('dora', '?filter[alert_types][0]=AccountAlert')).toMatchObject([{ updated_by: 'admin/nadia' }])
    expect((await send('POST', internal, nadia, { alerts: [news, { ...news, client: 'admin' }] })).body.code).toBe(
      'alert.several_accounts',
    )
  })
})

it('many alerts are raised with few statements, and several occurrences of one are counted', async () => {
  const causes = Array.from({ length: 50 }, (_, index) => `Many-${index % 49}`).map((device) => ({
    condition: 'device_silent' as const,
    of: device,
    values: { device },
    group: 'Equities',
  }))
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const raised = await account.write((tx) => raiseTogether({ ...tx, db: tx.db.withPlugin(counting) }, causes))
  // Two rounds of two statements: the first alert has a second occurrence.
  expect(statements).toBe(4)
  expect(raised.map(({ isNew }) => isNew)).toEqual([...Array(49).fill(true), false])
  expect(raised[49]?.alert_reference).toBe(raised[0]?.alert_reference)
  const items = await listOf('boss', '?limit=100')
  expect(items).toHaveLength(49)
  expect(
    items.filter(({ occurrence_count }) => occurrence_count === 2).map(({ alert_subject }) => alert_subject),
  ).toEqual(['Many-0 is silent'])
})
