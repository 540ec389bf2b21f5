import type { Group, GroupStats, ListTotal } from '@holdfast/contract'
import { type KyselyPlugin, RawNode, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountEditor } from '../../../test/account-editor.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { statsOfGroups } from './group-stats.ts'

/** 10,000 groups with two device users and two devices each. Every tenth user and device is inactive. */
const groupCount = 10_000
const memberCount = 2 * groupCount

let account: AccountEditor
beforeAll(async () => {
  account = await AccountEditor.open()
  await account.server.api.platform.database.transaction('acme', fill)
  const owner = new pg.Client({ connectionString: account.server.settings.databaseUrl })
  await owner.connect()
  // Autovacuum would do this within a minute.
  for (const table of ['groups', 'device_users', 'devices']) await owner.query(`analyze app.${table}`)
  await owner.end()
  await account.putTag('desk')
})
afterAll(() => account.close())

const nameOf = (number: number) => `Group ${String(number).padStart(5, '0')}`
const page = Array.from({ length: 100 }, (_, at) => nameOf(at + 1))

const fill = async ({ client, db }: TenantTransaction) => {
  await sql`insert into groups (client, group_reference, tags, created_at, updated_at, updated_by)
    select ${client}, 'Group ' || lpad(n::text, 5, '0'), '[]', now(), now(), 'test'
    from generate_series(1, ${groupCount}::int) n on conflict do nothing`.execute(db)
  const group = sql`'Group ' || lpad((1 + n % ${groupCount}::int)::text, 5, '0')`
  await sql`insert into device_users (client, device_user_reference, "group", services, expected_device_count, email, first_name,
      surname, is_active, is_legacy, created_at, updated_at, updated_by)
    select ${client}, 'user.' || n, ${group}, case when n % 2 = 0 then '{calls,sms}'::text[] else '{calls}' end, 2,
      'a@example.com', 'Ana', 'Reis', n % 10 <> 0, false, now(), now(), 'test'
    from generate_series(1, ${memberCount}::int) n on conflict do nothing`.execute(db)
  await sql`insert into devices (client, device_reference, device_user_reference, "group", services, imeis, phone_numbers,
      device_info, is_deactivated, activated_at, is_legacy, next_sequence, created_at, updated_at, updated_by)
    select ${client}, 'R' || n, 'user.' || n, ${group}, '{calls}', '{}', '[]', '{}', n % 10 = 0, now(), false, 0,
      now(), now(), 'test'
    from generate_series(1, ${memberCount}::int) n on conflict do nothing`.execute(db)
}

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Runs each query through EXPLAIN ANALYZE instead, and keeps how many rows it read. */
class Explaining implements KyselyPlugin {
  readonly plans: Plan[] = []

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) {
    if (node.kind !== 'RawNode') throw new Error('expected a raw query')
    const [beginning = '', ...rest] = node.sqlFragments
    return RawNode.create([`explain (analyze, format json) ${beginning}`, ...rest], node.parameters)
  }

  transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    const rows = result.rows as { 'QUERY PLAN': { Plan: Plan }[] }[]
    this.plans.push(...rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan }) => Plan)))
    return Promise.resolve({ ...result, rows: [] })
  }
}

const scansOf = (plan: Plan): Plan[] => [
  ...(plan['Node Type'].endsWith('Scan') ? [plan] : []),
  ...(plan.Plans ?? []).flatMap(scansOf),
]

const rowsRead = (scan: Plan) => (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']

describe('among 10,000 groups', () => {
  it('the counts of a page take two queries, which read only the members of its groups', async () => {
    const explaining = new Explaining()
    await account.server.api.platform.database.read('acme', (tx) =>
      statsOfGroups({ ...tx, db: tx.db.withPlugin(explaining) }, page),
    )
    expect(explaining.plans).toHaveLength(2)
    for (const scans of explaining.plans.map(scansOf)) {
      expect(scans.map((scan) => scan['Node Type'])).not.toContain('Seq Scan')
      expect(Math.max(...scans.map(rowsRead))).toBeGreaterThan(0)
      expect(Math.max(...scans.map(rowsRead))).toBeLessThanOrEqual(2 * page.length)
    }
  })

  it('the counts are exact, and include each change', async () => {
    const statsOf = async (number: number) => (await account.group(nameOf(number))).stats
    const calls = { service: 'calls', used_licenses: 2, expected_devices: 4, active_devices: 2, active_users: 2 }
    const sms = { service: 'sms', used_licenses: 0, expected_devices: 0, active_devices: 0, active_users: 0 }
    const pick = ({ services, ...counts }: GroupStats) => ({
      ...counts,
      services: services.filter(({ service }) => ['calls', 'sms'].includes(service)),
    })
    expect(pick(await statsOf(2))).toEqual({
      device_users: 2,
      expected_devices: 4,
      actual_devices: 2,
      services: [calls, sms],
    })
    // The inactive device user and device of group 11 are number 10 and number 10,010 of all.
    expect(pick(await statsOf(11))).toMatchObject({ device_users: 0, expected_devices: 0, actual_devices: 0 })
    await account.server.api.platform.database.transaction('acme', async ({ db, client }) => {
      await sql`update device_users set is_active = true, services = '{sms}' where client = ${client}
        and device_user_reference = 'user.10'`.execute(db)
      await sql`update devices set "group" = ${nameOf(11)} where client = ${client} and device_reference = 'R1'`.execute(
        db,
      )
    })
    expect(pick(await statsOf(11))).toEqual({
      device_users: 1,
      expected_devices: 2,
      actual_devices: 1,
      services: [
        { ...calls, used_licenses: 1, expected_devices: 0, active_devices: 1, active_users: 0 },
        { ...sms, expected_devices: 2, active_users: 1 },
      ],
    })
    expect((await statsOf(2)).actual_devices).toBe(1)
  })

  it('lists can be paged to the last group', async () => {
    const get = <T>(query: string) => account.call<T>('GET', `/groups?limit=100${query}`)
    interface Page {
      items: Group[]
      last_key: string
    }
    const first = (await get<Page>('')).body
    expect(first.items.map(({ group_reference }) => group_reference)).toEqual(page)
    const second = (await get<Page>(`&last_key=${first.last_key}`)).body
    expect(second.items[0]?.group_reference).toBe(nameOf(101))
    expect((await get<ListTotal>('&query_result_type=total')).body.total).toBe(groupCount)
  })

  it.each([
    ['text in either case', 'UP 0123', 1230, 10],
    ['text from the middle', 'p 00', 1, 999],
    ['text that would be a wildcard in LIKE', '%', 0, 0],
    ['text that no group contains', 'Equities', 0, 0],
  ])('groups are found by %s', async (_what, letters, firstNumber, count) => {
    const get = <T>(query: string) =>
      account.call<T>('GET', `/groups?filter[search]=${encodeURIComponent(letters)}&${query}`)
    const { items } = (await get<{ items: Group[] }>('limit=10')).body
    const numbers = Array.from({ length: Math.min(count, 10) }, (_, at) => nameOf(firstNumber + at))
    expect(items.map(({ group_reference }) => group_reference)).toEqual(numbers)
    expect((await get<ListTotal>('query_result_type=total')).body.total).toBe(count)
  })

  it('a forced tag change updates all of them in one transaction, and names a hundred', async () => {
    const rules = { tag_values: ['on', 'off'], is_required: true, default_value: 'off' }
    const refused = await account.putTag('recorded', rules)
    expect(refused).toMatchObject({ status: 409, body: { code: 'tag.breaks_groups', details: { total: groupCount } } })
    const forced = await account.putTag('recorded', rules, { force: true })
    expect(forced).toMatchObject({ status: 200, body: { changed_total: groupCount } })
    expect(forced.body.changed_groups).toHaveLength(100)
    const last = await account.group(nameOf(groupCount))
    expect(last).toMatchObject({ version: 2, tags: [{ tag_key: 'recorded', tag_value: 'off' }] })
    const total = await account.call<ListTotal>(
      'GET',
      '/groups?query_result_type=total&filter[tag_key]=recorded&filter[tag_value]=off',
    )
    expect(total.body.total).toBe(groupCount)
    const [newest] = await account.trail()
    expect(newest?.details.changed_groups).toHaveLength(groupCount)
  })
})
