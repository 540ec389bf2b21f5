import type { PayloadAccess } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { AccountWithRecordings, client } from '../../../test/account-with-recordings.ts'

interface Page {
  items: PayloadAccess[]
  count: number
  last_key: string | null
}

let account: AccountWithRecordings
let olga: string
const recordings = { london: '', lisbon: '', personal: '', withheld: '' }

beforeAll(async () => {
  account = await AccountWithRecordings.open()
  recordings.london = await account.addCall(1, 'London')
  recordings.lisbon = await account.addCall(2, 'Lisbon')
  recordings.personal = await account.addCall(3, 'London', { is_personal_number: true })
  recordings.withheld = await account.addCall(4, 'London')
  const conditions = [{ names_matching: 'London' }]
  await account.addRole('Londoners', [{ actions_matching: 'payloads:(read|play)', is_regex: true, conditions }])
  await account.addRole('Deaf', [{ actions_matching: 'payloads:p*', is_denied: true }])
  await account.addRole('Blind players', [{ actions_matching: 'payloads:play' }])
  await account.addRole('Office', [{ actions_matching: 'payloads:read' }], ['10/8'])
  await account.addRole('Office ban', [{ actions_matching: '*', is_denied: true }], ['10.0.0.0/8'])
  olga = await account.signIn('olga', 'Compliance Officer')
  await account.signIn('lena', 'Londoners')
  await account.signIn('dora', 'Reviewer', 'Deaf')
  await account.signIn('paul', 'Blind players')
  await account.signIn('otto', 'Office')
  await account.signIn('bela', 'Office', 'Office ban')
  await account.signIn('emma', 'Exporter', 'Londoners')
  await account.signIn('gone', 'Reviewer')
  await account.server.setActive(client, 'gone', false)
  await account.signIn('zara', 'A role that is not there')
})
afterAll(() => account.close())

const pathOf = (reference: string, query = '') => `/api/client/v1/${client}/payloads/${reference}/access?${query}`
const listed = (reference: string, query = '') => account.server.getJson<Page>(pathOf(reference, query), olga)
const all = ['payloads:read', 'payloads:play', 'payloads:download']
const person = (user_reference: string, actions: string[], deciding_roles: string[], depends_on_address = false) => ({
  user_reference,
  is_client_app: false,
  display_name: user_reference,
  actions,
  deciding_roles,
  depends_on_address,
})

describe('GET /payloads/{payload_reference}/access', () => {
  it('lists who can find, play or download a recording, and by which roles', async () => {
    const { items, count, last_key } = await listed(recordings.london)
    expect(items).toEqual([
      person('dora', ['payloads:read'], ['Reviewer']),
      person('emma', all, ['Exporter', 'Londoners']),
      person('lena', ['payloads:read', 'payloads:play'], ['Londoners']),
      person('olga', all, ['Compliance Officer']),
      person('otto', ['payloads:read'], ['Office'], true),
    ])
    expect([count, last_key]).toEqual([5, null])
    expect((await listed(recordings.lisbon)).items.map(({ user_reference }) => user_reference)).toEqual([
      'dora',
      'emma',
      'olga',
      'otto',
    ])
  })

  it('lists client apps after people, limited to their own network ranges', async () => {
    await account.write((tx) =>
      addRows(tx, 'client_apps', [
        { app_reference: 'a feeder', roles: ['Londoners'], cidr_ranges: ['10/8'] },
        { app_reference: 'an archive', roles: ['Auditor'] },
      ]),
    )
    const { items } = await listed(recordings.london, 'limit=6')
    expect(items[5]).toEqual({
      ...person('a feeder', ['payloads:read', 'payloads:play'], ['Londoners'], true),
      is_client_app: true,
    })
    const { last_key } = await listed(recordings.london, 'limit=5')
    expect((await listed(recordings.london, `last_key=${last_key}`)).items).toEqual(items.slice(5))
    await account.write((tx) => tx.db.deleteFrom('client_apps').where('client', '=', client).execute())
  })

  it('lists nobody who can play a recording with a personal number', async () => {
    const { items } = await listed(recordings.personal)
    expect(new Set(items.flatMap(({ actions }) => actions))).toEqual(new Set(['payloads:read']))
  })

  it.each(['Quarantined', 'Failed', 'Deleted', 'Destroyed', 'Recorded', 'NotRecoverable'] as const)(
    'lists nobody who can play a recording that is %s',
    async (payload_state) => {
      await account.write((tx) =>
        tx.db
          .updateTable('payloads')
          .set({ payload_state })
          .where('client', '=', client)
          .where('payload_reference', '=', recordings.withheld)
          .execute(),
      )
      const { items, count } = await listed(recordings.withheld)
      expect(items.map(({ actions }) => actions)).toEqual(Array(count).fill(['payloads:read']))
      expect(items.map(({ user_reference }) => user_reference)).toContain('olga')
    },
  )

  it('is paged, and gives the total', async () => {
    const seen: string[] = []
    let last_key: string | null = ''
    while (last_key !== null) {
      const page = await listed(recordings.london, `limit=2${last_key ? `&last_key=${last_key}` : ''}`)
      seen.push(...page.items.map(({ user_reference }) => user_reference))
      last_key = page.last_key
    }
    expect(seen).toEqual(['dora', 'emma', 'lena', 'olga', 'otto'])
    expect(await listed(recordings.london, 'query_result_type=total')).toEqual({ total: 5 })
    const first = await listed(recordings.london, 'limit=2')
    const elsewhere = await account.refusal(pathOf(recordings.lisbon, `last_key=${first.last_key}`), olga)
    expect(elsewhere.code).toBe('list.bad_last_key')
  })

  it('finds the few people with access among thousands', async () => {
    const people = Array.from({ length: 2_500 }, (_, index) => ({
      user_reference: `person-${String(index).padStart(4, '0')}`,
      roles: index % 1000 === 999 ? ['Londoners'] : ['Auditor'],
    }))
    await account.write((tx) => addRows(tx, 'portal_users', people))
    expect(await listed(recordings.london, 'query_result_type=total')).toEqual({ total: 7 })
    const { items } = await listed(recordings.london, 'limit=7')
    expect(items.slice(5).map(({ user_reference }) => user_reference)).toEqual(['person-0999', 'person-1999'])
  })

  it('gives the same answer for a recording that the caller may not see as for one that does not exist', async () => {
    await account.addRole('Half sighted', [
      { actions_matching: 'roles:read' },
      { actions_matching: 'payloads:read', conditions: [{ names_matching: 'London' }] },
    ])
    const hugo = await account.signIn('hugo', 'Half sighted')
    for (const reference of [recordings.lisbon, '01ARZ3NDEKTSV4RRFFQ69G5FAV']) {
      expect(await account.refusal(pathOf(reference), hugo)).toMatchObject({ status: 404, code: 'request.not_found' })
    }
    expect((await account.server.call('GET', pathOf(recordings.london), { token: hugo })).status).toBe(200)
  })

  it('requires the permission to see roles', async () => {
    const lena = await account.server.signInAgain(client, 'lena')
    expect((await account.refusal(pathOf(recordings.london), lena)).status).toBe(403)
  })
})
