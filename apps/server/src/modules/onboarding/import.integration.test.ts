import { type DeviceUser, type ImportOutcome, type ImportRow, serviceNames, translateProblem } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'

/** boss may do everything with people; lara with those of London, and hears London alone; rita only reads. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  const inLondon = [{ names_matching: 'London' }]
  await account.addRole('London desk', [
    { actions_matching: 'device_users:*', conditions: inLondon },
    { actions_matching: 'payloads:*', conditions: inLondon },
  ])
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Reviewer')
})
afterAll(() => account?.close())

const base = '/api/admin/v1/northwind'
const request = (path: string, rows: object[], token = boss) =>
  account.server.call('POST', `${base}/device_user_imports${path}`, { token, body: { rows } })
const answered = async (answer: Response): Promise<ImportOutcome[]> => {
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { items: ImportOutcome[] }).items
}
const preview = async (rows: ImportRow[], token = boss) => answered(await request('/preview', rows, token))
const apply = async (rows: ImportRow[], { token = boss, query = '' } = {}) =>
  answered(await request(query, rows, token))
const personCalled = async (reference: string) =>
  (await (
    await account.server.call('GET', `${base}/users/${encodeURIComponent(reference)}`, { token: boss })
  ).json()) as DeviceUser

const row = (device_user_reference: string, cells: ImportRow = {}): ImportRow => ({
  device_user_reference,
  first_name: 'Noor',
  surname: 'Aziz',
  email: 'noor@example.com',
  group: 'London',
  services: 'calls sms',
  ...cells,
})
const results = (outcomes: readonly ImportOutcome[]) => outcomes.map(({ result, code }) => code ?? result)
const problemsIn = ({ problems }: ImportOutcome) =>
  Object.fromEntries(problems.map((problem) => [problem.path, translateProblem(problem).id]))

describe('rows of people', () => {
  it('are previewed without a change, then applied, and unchanged when they are sent again', async () => {
    const rows = [
      row('import.one'),
      row('import.two', { services: ' Calls; SMS|calls,photos ', expected_device_count: '3' }),
    ]
    const unique = [rows[0] ?? {}, { ...rows[1], services: ' Calls; SMS|photos ' }]
    expect(results(await preview(unique))).toEqual(['new', 'new'])
    expect(await personCalled('import.one')).toMatchObject({ code: 'request.not_found' })
    expect(results(await apply(unique))).toEqual(['new', 'new'])
    expect(await personCalled('import.two')).toMatchObject({
      group: 'London',
      services: ['calls', 'sms', 'photos'],
      expected_device_count: 3,
      is_active: true,
      updated_by: 'boss',
    })
    expect(await personCalled('import.one')).toMatchObject({ expected_device_count: 1, version: 1 })
    expect(results(await apply(unique))).toEqual(['unchanged', 'unchanged'])
    expect(await personCalled('import.one')).toMatchObject({ version: 1 })
    const [, twice] = await preview(rows)
    expect(problemsIn(twice ?? ({ problems: [] } as never))).toEqual({
      '/services': 'not_unique',
    })
  })

  it('change only what they have, and bring back whoever was offboarded', async () => {
    await apply([row('import.change'), row('import.back')])
    await account.verified('CHANGED-1', { body: { device_user_reference: 'import.change' } })
    await account.server.call('DELETE', `${base}/users/import.back`, { token: boss })
    const rows = [
      { device_user_reference: 'import.change', surname: 'Berg', email: '  ' },
      { device_user_reference: 'import.back', services: 'photos' },
      { device_user_reference: 'import.change2' },
    ]
    const outcomes = await apply(rows)
    expect(results(outcomes)).toEqual(['changed', 'brought_back', 'request.invalid'])
    expect(outcomes.map(({ changes }) => changes)).toEqual([['surname'], ['services'], []])
    expect(await personCalled('import.change')).toMatchObject({
      surname: 'Berg',
      email: 'noor@example.com',
      version: 2,
    })
    expect(await personCalled('import.back')).toMatchObject({
      is_active: true,
      offboard_date: null,
      services: ['photos'],
    })
    expect(await account.device('CHANGED-1')).toMatchObject({ surname: 'Berg' })
  })

  it('are refused one by one, with the message of each field', async () => {
    const outcomes = await apply([
      row('ok', { email: 'nobody' }),
      row('import.bad', { services: 'calls fax', expected_device_count: 'two', first_name: 'a,b' }),
      row('import.count', { expected_device_count: '2147483648' }),
      row('import.group', { group: 'Nowhere' }),
      row('', {}),
      row('import.good'),
      row('import.good', { surname: 'Other' }),
      row('x'.repeat(61)),
      row('turned\u202e'),
      row('.'),
    ])
    expect(results(outcomes)).toEqual([
      'request.invalid',
      'request.invalid',
      'request.invalid',
      'group.unknown',
      'request.invalid',
      'new',
      'device_user.repeated',
      'request.invalid',
      'request.invalid',
      'request.invalid',
    ])
    expect(problemsIn(outcomes[0] as ImportOutcome)).toEqual({
      '/device_user_reference': 'too_short',
      '/email': 'email',
    })
    expect(problemsIn(outcomes[1] as ImportOutcome)).toEqual({
      '/expected_device_count': 'wrong_type',
      '/first_name': 'no_leading_space_nor_commas',
      '/services/1': 'not_one_of',
    })
    expect(problemsIn(outcomes[4] as ImportOutcome)).toEqual({
      '/device_user_reference': 'missing_field',
    })
    const words = Array.from({ length: 10_000 }, (_, index) => `w${index}`).join(' ')
    const [hostile] = await apply([row('import.words', { services: words })])
    expect(hostile?.result).toBe('refused')
    expect(hostile?.problems.length).toBeLessThanOrEqual(serviceNames.length + 2)
    const all = serviceNames.join(',')
    expect(results(await apply([row('import.all', { services: `,${all},fax` })]))).toEqual(['request.invalid'])
    expect(results(await apply([row('import.all', { services: `,${all},` })]))).toEqual(['new'])
    expect(await personCalled('import.good')).toMatchObject({ surname: 'Aziz' })
    expect(await personCalled('import.bad')).toMatchObject({ code: 'request.not_found' })
  })

  it('of a preview do not overwrite what somebody else changed meanwhile', async () => {
    await apply([row('import.meanwhile')])
    const [seen] = await preview([row('import.meanwhile', { surname: 'Mine' })])
    await apply([row('import.meanwhile', { surname: 'Theirs' })])
    expect(results(await apply([row('import.meanwhile', { surname: 'Mine', version: seen?.version ?? 0 })]))).toEqual([
      'edit.conflict',
    ])
    expect(await personCalled('import.meanwhile')).toMatchObject({ surname: 'Theirs' })
    // A row that was answered by nobody is sent again: it is as it says.
    expect(results(await apply([row('import.meanwhile', { surname: 'Theirs', version: 1 })]))).toEqual(['unchanged'])
    expect(results(await apply([row('import.nobody', { version: 4 })]))).toEqual(['edit.conflict'])
  })

  it('move nobody where their author gains by it, and give others nothing that was not accepted', async () => {
    await apply([row('import.lisbon', { group: 'Lisbon' }), row('import.move')])
    const [hidden, foreign] = await apply([row('import.lisbon'), row('import.foreign', { group: 'Lisbon' })], {
      token: lara,
    })
    expect([hidden?.code, foreign?.code]).toEqual(['device_user.exists', 'group.unknown'])
    // Lara hears London. boss hears nothing, so what lara loses and others gain is not boss's to give.
    await account.addRole('Lisbon ears', [
      { actions_matching: 'payloads:*', conditions: [{ names_matching: 'Lisbon' }] },
    ])
    await account.signIn('otto', 'Lisbon ears')
    const move = [row('import.move', { group: 'Lisbon' })]
    const [previewed] = await preview(move)
    expect(previewed).toMatchObject({ result: 'changed', changes: ['group'], moved_from: 'London' })
    expect(previewed?.gaining).toBeGreaterThan(0)
    expect(results(await apply(move))).toEqual(['access.opens_to_others'])
    expect(await personCalled('import.move')).toMatchObject({ group: 'London' })
    expect(results(await apply(move, { query: '?accept_gains=true' }))).toEqual(['changed'])
    expect(await personCalled('import.move')).toMatchObject({ group: 'Lisbon' })
    expect(await outcomeOf(await request('', move, rita))).toEqual([403, 'auth.forbidden'])
    expect(await outcomeOf(await request('/preview', move, rita))).toEqual([403, 'auth.forbidden'])
  })

  it('are one entry on the trail with an event for each person', async () => {
    await apply([row('trail.one'), row('trail.two'), row('no', {})])
    const [entry] = await account.read((tx) =>
      tx.db
        .selectFrom('user_activities')
        .select(['events', 'group', 'user_id', 'denial_reason'])
        .where('client', '=', tx.client)
        .where('call', '=', 'POST /device_user_imports')
        .orderBy('log_id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(entry).toMatchObject({ group: 'London', user_id: 'boss', denial_reason: 'request.invalid' })
    expect(entry?.events.map(({ event, details }) => [event, details.device_user_reference ?? details])).toEqual([
      ['device_user.onboarded', 'trail.one'],
      ['device_user.onboarded', 'trail.two'],
      ['device_user_import.applied', { rows: 3, new: 2, refused: 1 }],
    ])
  })

  it('are at most 100, and have no other fields', async () => {
    const many = Array.from({ length: 101 }, (_, place) => row(`many.${place}`))
    expect(await outcomeOf(await request('', many))).toEqual([400, 'request.invalid'])
    expect(await outcomeOf(await request('', []))).toEqual([400, 'request.invalid'])
    expect(await outcomeOf(await request('', [{ ...row('import.more'), is_active: 'true' }]))).toEqual([
      400,
      'request.invalid',
    ])
    expect(results(await apply(many.slice(1)))).toEqual(Array(100).fill('new'))
  })

  it('of several requests at once neither block each other nor are applied twice', async () => {
    const rows = Array.from({ length: 20 }, (_, place) => row(`race.${place}`))
    const outcomes = await Promise.all([apply(rows), apply(rows.toReversed()), apply(rows)])
    const made = outcomes.flat().filter(({ result }) => result === 'new')
    expect(made).toHaveLength(20)
    const others = new Set(results(outcomes.flat().filter(({ result }) => result !== 'new')))
    expect([...others].filter((one) => one !== 'unchanged' && one !== 'device_user.exists')).toEqual([])
  })
})
