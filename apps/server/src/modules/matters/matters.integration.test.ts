import {
  type BriefEvent,
  type CallResponse,
  type calls,
  type ListTotal,
  type Matter,
  type MatterNote,
  type MatterPayloadOutcomes,
  maxAccountFeeds,
  type Notification,
  type Payload,
  type PayloadDays,
  type SavedView,
  type UserActivity,
} from '@holdfast/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Exports } from '../../../../../tests/setup/exports.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { newId } from '../../platform/identifiers.ts'
import { removeTombstones } from '../destruction/index.ts'
import { matters, runningFeeds, startFeed, stopFeeds } from '../legal-holds/index.ts'
import { putBatchIn } from './index.ts'

const client = 'northwind'
const base = `/api/client/v1/${client}`

/** olga is an officer. rita owns matters, max is a member with calls alone, nora is named nowhere, sam sees holds and their matters, leo may not open any. */
let account: TestAccount<'olga' | 'boss' | 'rita' | 'max' | 'nora' | 'sam' | 'leo'>
let hank = ''
beforeAll(async () => {
  const reading = ['payloads:read', 'groups:read', 'matters:*'].map((actions_matching) => ({ actions_matching }))
  account = await anAccount(client)
    .withGroups('London')
    .withRole('Reads', reading)
    .withRole('Listens', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'matters:*', conditions: [{ names_matching: 'London' }] },
    ])
    .withRole('Reads London', [
      { actions_matching: 'payloads:read', conditions: [{ names_matching: 'London' }] },
      { actions_matching: 'matters:*' },
    ])
    .withRole('Reads holds', [
      { actions_matching: 'payloads:read' },
      { actions_matching: 'legal_holds:read' },
      { actions_matching: 'matters:*' },
    ])
    .withGroups('Lisbon')
    .withPerson('olga', 'Compliance Officer')
    .withPerson('boss', 'Account Administrator')
    .withPerson('rita', 'Reads')
    .withPerson('max', 'Reads London')
    .withPerson('nora', 'Reads')
    .withPerson('sam', 'Reads holds')
    .withPerson('leo', 'Listens')
    .open()
  await account.server.openAccount('globex')
  hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Compliance Officer'] })
})
afterAll(() => account?.close())

type Person = keyof typeof account.tokens
let number = 10
const call = (group = 'London', fields = {}) =>
  account.addCall(number++, group, { group, device_user_reference: 'ana.reis', updated_at: new Date(), ...fields })

const send = async <T>(who: Person, method: string, path: string, body?: object, area = base) => {
  const response = await account.server.call(method, `${area}${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  return { status: response.status, body: (await response.json()) as T & { code?: string } }
}
const open = (who: Person, matter: string, fields: object = {}) =>
  send<Matter>(who, 'PUT', `/matters/${matter}`, {
    version: 0,
    title: matter,
    reason: 'The desk was asked',
    review_on: null,
    is_closed: false,
    ...fields,
  })
const seen = async (who: Person, query = '') =>
  (await send<{ items: Matter[] }>(who, 'GET', `/matters?${query}`)).body.items.map(
    ({ matter_reference }) => matter_reference,
  )
const one = async (who: Person, matter: string) => {
  const { body } = await send<{ items: Matter[] }>(who, 'GET', `/matters?filter[matter_references][]=${matter}`)
  return body.items[0]
}
const put = (who: Person, matter: string, body: object) =>
  send<MatterPayloadOutcomes>(who, 'POST', `/matters/${matter}/payloads`, body)
const take = (who: Person, matter: string, body: object) =>
  send<MatterPayloadOutcomes>(who, 'DELETE', `/matters/${matter}/payloads`, body)
const results = ({ body }: { body: MatterPayloadOutcomes }) => body.items.map(({ code, result }) => code ?? result)
const within = async (who: Person, matter: string, more = '') =>
  (await send<{ items: Payload[] }>(who, 'GET', `/payloads?filter[matter_reference]=${matter}${more}`)).body.items
    .map(({ payload_reference }) => payload_reference)
    .sort()
const note = (who: Person, matter: string, note_body: string) =>
  send<MatterNote>(who, 'POST', `/matters/${matter}/notes`, { note_body })
const notes = (who: Person, matter: string) => send<{ items: MatterNote[] }>(who, 'GET', `/matters/${matter}/notes`)

/** Takes steps as the job does, until nothing is left to do. */
const keepUp = async () => {
  const { authorization } = account.server.api.platform
  for (const feed of await account.read(runningFeeds)) {
    const groups = await authorization.groupsOf(client, null)
    while (await account.write((tx) => putBatchIn(tx, feed.feed_id, groups)));
  }
}

it('belongs to its owner and members, who see what their roles allow of it', async () => {
  const [london, lisbon] = [await call(), await call('Lisbon')]
  expect((await open('rita', 'Desk', { members: ['max'] })).body).toMatchObject({
    owner: 'rita',
    members: ['max'],
    may: ['open', 'add', 'change'],
  })
  const unknown = '01ARZ3NDEKTSV4RRFFQ69G5FZZ'
  expect(results(await put('rita', 'Desk', { payload_references: [london, lisbon, unknown] }))).toEqual([
    'added',
    'added',
    'payload.not_found',
  ])
  expect(results(await put('max', 'Desk', { payload_references: [lisbon] }))).toEqual(['payload.not_found'])
  expect(await within('rita', 'Desk')).toEqual([london, lisbon])
  expect(await within('max', 'Desk')).toEqual([london])
  expect((await one('rita', 'Desk'))?.payloads).toEqual({ total: 2 })
  expect((await one('max', 'Desk'))?.payloads).toBe(null)
  const total = await send<ListTotal>('max', 'GET', '/payloads?filter[matter_reference]=Desk&query_result_type=total')
  expect(total.body.total).toBe(1)
  expect((await note('max', 'Desk', 'Asked the desk')).body).toMatchObject({ created_by: 'max' })
  expect((await notes('rita', 'Desk')).body.items.map(({ note_body }) => note_body)).toEqual(['Asked the desk'])
  expect(await seen('max', `filter[payload_reference]=${london}`)).toEqual(['Desk'])
  expect(await seen('max', `filter[payload_reference]=${lisbon}`)).toEqual([])
  expect(await seen('olga', `filter[payload_reference]=${lisbon}`)).toEqual(['Desk'])
  expect(await within('rita', 'Desk', '&filter[groups][]=Lisbon')).toEqual([lisbon])
  expect(await within('rita', 'Desk', '&filter[date_filter_type]=updated_at&sort=asc')).toEqual([london, lisbon])
})

it('is closed to people whom it does not name', async () => {
  const recording = await call()
  await open('rita', 'Quiet')
  await put('rita', 'Quiet', { payload_references: [recording] })
  await note('rita', 'Quiet', 'For us')
  for (const [who, refusal] of [
    ['nora', 'request.not_found'],
    ['sam', 'auth.forbidden'],
  ] as const) {
    expect(await seen(who)).toEqual(who === 'sam' ? expect.arrayContaining(['Quiet']) : [])
    expect(await seen(who, `filter[payload_reference]=${recording}`)).toEqual([])
    expect(await within(who, 'Quiet')).toEqual([])
    expect((await notes(who, 'Quiet')).body.code).toBe(refusal)
    expect((await note(who, 'Quiet', 'Me too')).body.code).toBe(refusal)
    expect((await put(who, 'Quiet', { payload_references: [recording] })).body.code).toBe(refusal)
    expect((await take(who, 'Quiet', { payload_references: [recording] })).body.code).toBe(refusal)
  }
  expect((await open('nora', 'Quiet')).body.code).toBe('edit.conflict')
  expect((await open('nora', 'Quiet', { version: 1, owner: 'nora' })).body.code).toBe('edit.conflict')
  expect((await open('sam', 'Quiet', { version: 1, owner: 'sam' })).body.code).toBe('auth.forbidden')
  const {
    client: _,
    matter_reference,
    title,
    may,
    version: _version,
    ...others
  } = (await one('sam', 'Quiet')) as Matter
  expect({ matter_reference, title, may }).toEqual({ matter_reference: 'Quiet', title: 'Quiet', may: [] })
  expect(Object.values(others).filter((value) => value && !(Array.isArray(value) && value.length === 0))).toEqual([])
  expect(await seen('sam', 'filter[is_open]=true')).not.toContain('Quiet')
  expect(await seen('rita', 'filter[is_open]=true')).toContain('Quiet')
  for (const path of ['/matters', '/matters/Quiet/notes', '/payloads?filter[matter_reference]=Quiet']) {
    expect((await account.server.call('GET', `${base}${path}`, { token: hank })).status).toBe(401)
  }
  const queue = await send('nora', 'GET', '/payloads?filter[matter_reference]=Nowhere')
  expect(queue.body).toMatchObject({ items: [] })
})

it('notifies people whom somebody else made its owner or a member, as long as it names them', async () => {
  const told = async (who: Person) =>
    (
      await send<{ items: Notification[] }>(who, 'GET', '/notifications', undefined, `/api/admin/v1/${client}`)
    ).body.items
      .filter(({ reference }) => reference === 'Told')
      .map(({ kind, name, caused_by }) => [kind, name, caused_by])
  await open('rita', 'Told', { title: 'Told of', members: ['max', 'rita'] })
  expect(await told('rita')).toEqual([])
  expect(await told('max')).toEqual([['matter_joined', 'Told of', 'rita']])
  await open('rita', 'Told', { version: 1, title: 'Told of', reason: 'Another one' })
  expect(await told('max')).toHaveLength(1)
  await open('rita', 'Told', { version: 2, title: 'Told of', owner: 'nora', members: ['rita'] })
  expect(await told('max')).toEqual([])
  expect(await told('nora')).toEqual([['matter_owned', 'Told of', 'rita']])
  expect(await told('rita')).toEqual([])
})

it('names people of the account alone, and is handed on by its owner', async () => {
  await open('rita', 'Hand')
  expect((await open('rita', 'Hand', { version: 1, members: ['nobody'] })).body.code).toBe('matter.unknown_person')
  const refused = await send<{ message: string }>('rita', 'PUT', '/matters/Hand', {
    version: 1,
    title: 'Hand',
    reason: 'The desk was asked',
    review_on: null,
    is_closed: false,
    members: ['max', 'leo'],
  })
  expect(refused.body.code).toBe('matter.unknown_person')
  expect(JSON.stringify(refused.body)).toContain('not allowed to open matters: ')
  expect(JSON.stringify(refused.body)).not.toContain('max')
  expect((await open('rita', 'Hand', { version: 1, owner: 'max', members: ['nora'] })).status).toBe(200)
  expect(await one('max', 'Hand')).toMatchObject({ owner: 'max', members: ['nora'] })
  expect((await open('nora', 'Hand', { version: 2, title: 'Mine' })).body.code).toBe('auth.forbidden')
  expect((await open('nora', 'Hand', { version: 2, owner: 'nora' })).body.code).toBe('auth.forbidden')
  expect(await seen('rita', 'filter[matter_references][]=Hand')).toEqual([])
})

it('takes recordings out, and holds what a filter finds of it', async () => {
  const [stays, goes] = [await call(), await call()]
  await open('rita', 'Out')
  await put('rita', 'Out', { payload_references: [stays, goes] })
  expect(results(await take('rita', 'Out', { payload_references: [goes, goes.replace('5F', '5G')] }))).toEqual([
    'removed',
    'unchanged',
  ])
  expect(await within('rita', 'Out')).toEqual([stays])
  const held = await send<CallResponse<typeof calls.placeMatterHolds>>('olga', 'POST', '/matters/Out/holds', {
    filter: { matter_reference: 'Out' },
  })
  expect(held.body.items).toMatchObject([{ target: stays, result: 'placed' }])
  expect((await open('rita', 'Out', { version: 1, is_closed: true })).body.code).toBe('matter.has_holds')
})

it('keeps recordings that a member takes out without being allowed to read them', async () => {
  const [london, lisbon] = [await call(), await call('Lisbon')]
  await open('rita', 'Kept', { members: ['max'] })
  await put('rita', 'Kept', { payload_references: [london, lisbon] })
  expect(results(await take('max', 'Kept', { payload_references: [lisbon] }))).toEqual(['unchanged'])
  expect(results(await take('max', 'Kept', { payload_references: [lisbon, london] }))).toEqual(['unchanged', 'removed'])
  expect(await within('rita', 'Kept')).toEqual([lisbon])
})

it('is reserved for people who place holds where it is the general one', async () => {
  expect((await open('rita', 'General')).body.code).toBe('auth.forbidden')
  const hold = () => send('olga', 'PUT', '/account/legal_holds/PortalUser/max', held)
  const held = { target_type: 'PortalUser', target: 'max' }
  expect((await hold()).status).toBe(200)
  expect((await open('sam', 'General', { version: 1, owner: 'sam' })).body.code).toBe('auth.forbidden')
  await send('olga', 'DELETE', '/account/legal_holds/PortalUser/max', { ...held, reason: 'Over' })
  const ofRita = await open('olga', 'General', { version: 1, owner: 'rita', members: ['max'], is_closed: true })
  expect(ofRita.body).toMatchObject({ owner: 'rita', is_closed: true })
  expect((await one('rita', 'General'))?.may).toEqual(['open'])
  expect((await open('rita', 'General', { version: 2 })).body.code).toBe('auth.forbidden')
  expect((await hold()).status).toBe(200)
  expect(await one('olga', 'General')).toMatchObject({ is_closed: false, version: 3 })
})

it('has a limit of filters for the whole account', async () => {
  await open('rita', 'Many')
  const running = (await account.read(runningFeeds)).length
  const filter = { payload_types: ['Call' as const] }
  await account.write(async (tx) => {
    for (let feeds = running; feeds < maxAccountFeeds; feeds += 1) {
      await startFeed(tx, { matter_reference: 'Many', filter, created_by: 'rita' })
    }
  })
  await open('rita', 'More')
  const asked = () => put('rita', 'More', { filter, is_kept_up_to_date: true })
  expect((await asked()).body.code).toBe('matter.too_many_feeds')
  await open('rita', 'Many', { version: 1, is_closed: true })
  expect((await asked()).status).toBe(200)
  await open('rita', 'More', { version: 1, is_closed: true })
})

it('is closed while a filter is at work', async () => {
  await open('rita', 'Race')
  await call()
  const started = await put('rita', 'Race', { filter: { payload_types: ['Call'] }, is_kept_up_to_date: true })
  const feed_id = started.body.feeds[0]?.feed_id ?? ''
  const groups = await account.server.api.platform.authorization.groupsOf(client, null)
  const locked = Promise.withResolvers<void>()
  const batch = locked.promise.then(() => account.write((tx) => putBatchIn(tx, feed_id, groups)))
  await account.write(async (tx) => {
    await matters.lock(tx, 'Race')
    locked.resolve()
    await expect
      .poll(async () => {
        const { rows } =
          await sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(
            tx.db,
          )
        return rows.length
      })
      .toBeGreaterThan(0)
    const stopped = await stopFeeds(tx, { matter_reference: 'Race', ending: 'closed', stopped_by: 'rita' })
    expect(stopped).toMatchObject([{ feed_id }])
  })
  expect(await batch).toBe(false)
  expect(await within('rita', 'Race')).toEqual([])
})

it('is kept up to date with a filter until it is closed, with the rights of the person at that time', async () => {
  await account.server.setRoles(client, 'nora', ['Reads London'])
  const [before, hidden] = [await call(), await call('Lisbon')]
  await open('nora', 'Feed')
  const filter = { payload_references: [] as string[], device_user_references: ['ana.reis'], date_from: '2000-01-01' }
  const { payload_references: _, ...search } = filter
  const started = await put('nora', 'Feed', { filter: search, is_kept_up_to_date: true })
  expect(started.body.feeds).toMatchObject([{ created_by: 'nora', is_caught_up: false, stopped_at: null }])
  await keepUp()
  expect(await within('olga', 'Feed')).toContain(before)
  expect(await within('olga', 'Feed')).not.toContain(hidden)
  const later = await call()
  await keepUp()
  expect(await within('olga', 'Feed')).toContain(later)
  await take('nora', 'Feed', { payload_references: [later] })
  await keepUp()
  expect(await within('olga', 'Feed')).not.toContain(later)

  await account.server.setRoles(client, 'nora', ['Reads holds'])
  const everywhere = await call('Lisbon')
  await keepUp()
  expect(await within('olga', 'Feed')).toContain(everywhere)
  await account.server.setRoles(client, 'nora', [])
  const tooLate = await call()
  await keepUp()
  expect(await within('olga', 'Feed')).not.toContain(tooLate)
  expect((await one('olga', 'Feed'))?.feeds).toMatchObject([{ ending: 'rights_ended', stopped_by: 'system' }])

  await account.server.setRoles(client, 'nora', ['Reads'])
  await put('nora', 'Feed', { filter: search, is_kept_up_to_date: true })
  const closed = await open('nora', 'Feed', { version: 1, is_closed: true })
  expect(closed.body.feeds).toMatchObject([{ ending: 'closed' }, { ending: 'rights_ended' }])
  await keepUp()
  expect(await within('olga', 'Feed')).not.toContain(tooLate)
  expect(await within('nora', 'Feed')).toContain(before)
  for (const answer of [
    await note('nora', 'Feed', 'Late'),
    await put('nora', 'Feed', { payload_references: [tooLate] }),
    await take('nora', 'Feed', { payload_references: [before] }),
  ])
    expect(answer.body.code).toBe('matter.closed')
})

it('says that its owner was removed, and is taken over by a member', async () => {
  await open('nora', 'Orphan', { members: ['max'] })
  await put('nora', 'Orphan', { filter: { payload_types: ['Call'] }, is_kept_up_to_date: true })
  const removed = await account.server.call('DELETE', `/api/admin/v1/${client}/portal_users/nora`, {
    token: account.tokens.boss,
  })
  expect(removed.status).toBeLessThan(300)
  await keepUp()
  const matter = await one('max', 'Orphan')
  expect(matter).toMatchObject({
    is_owner_removed: true,
    may: ['open', 'add', 'take_over'],
    feeds: [{ ending: 'removed' }],
  })
  expect((await open('max', 'Orphan', { version: 1, owner: 'max', title: 'Mine' })).body.code).toBe('auth.forbidden')
  const taken = await open('max', 'Orphan', { version: 1, owner: 'max' })
  expect(taken.body).toMatchObject({ owner: 'max', is_owner_removed: false, may: ['open', 'add', 'change'] })
})

it('has its own trail', async () => {
  const recording = await call()
  await open('rita', 'Trail')
  await put('rita', 'Trail', { payload_references: [recording] })
  await note('rita', 'Trail', 'A secret of the desk')
  const { items } = await account.server.getJson<{ items: { event: string }[] }>(
    `/api/admin/v1/${client}/activities?filter[subjects][]=matter:Trail&filter[has_reads]=false`,
    account.tokens.boss,
  )
  expect(items.map(({ event }) => event)).toEqual(['matter.note_written', 'matter.payloads_added', 'matter.saved'])
  expect(JSON.stringify(items)).not.toContain('secret')
  const stored = await account.read((tx) =>
    tx.db.selectFrom('user_activities').select('parameters').where('client', '=', client).execute(),
  )
  expect(JSON.stringify(stored)).not.toContain('secret')
})

it('names the filter that put recordings in, and the person on whose behalf, on the trail', async () => {
  await call('Lisbon')
  await open('rita', 'Traced')
  const started = await put('rita', 'Traced', { filter: { groups: ['Lisbon'] }, is_kept_up_to_date: true })
  await keepUp()
  const feed_id = started.body.feeds[0]?.feed_id ?? ''
  await take('rita', 'Traced', { feeds: [feed_id] })
  const { items } = await account.server.getJson<{ items: { brief: BriefEvent | null }[] }>(
    `/api/admin/v1/${client}/activities?filter[subjects][]=matter:Traced&filter[has_reads]=false`,
    account.tokens.boss,
  )
  const told = JSON.stringify({ groups: ['Lisbon'], date_filter_type: 'payload_time' })
  const entries = items.map(({ brief }) => [brief?.event, brief?.facts])
  expect(entries).toMatchObject([
    ['matter.feed_stopped', { feed_id, filter: told, ending: 'stopped' }],
    ['matter.payloads_added', { feed_id, requested_by: 'rita' }],
    ['matter.feed_started', { feed_id, filter: told }],
    ['matter.saved', {}],
  ])
})

it('is traced by an auditor: who opened, filled, read, exported, sampled, held and closed it', async () => {
  const [first, second] = [await call(), await call()]
  await open('olga', 'Case')
  await put('olga', 'Case', { payload_references: [first] })
  await put('olga', 'Case', { filter: { payload_references: [second] } })
  await note('olga', 'Case', 'Asked the desk')
  await notes('olga', 'Case')
  await within('olga', 'Case')
  const filter = { matter_reference: 'Case' }
  const exported = new Exports(account.server, client)
  const query = { filter }
  const asked = await exported.ask(account.tokens.olga ?? '', { list: 'listPayloads', format: 'csv', query })
  expect((await (await exported.fetch(asked)).text()).trim().split('\n')).toHaveLength(3)
  const queue = await send('olga', 'POST', '/review_queues', {
    name: 'Sample of the case',
    filter,
    sample: null,
    reviewers: ['olga'],
    due_on: null,
    second_review_percent: 0,
  })
  expect(queue.status).toBe(200)
  await open('olga', 'Other')
  await send('olga', 'POST', '/matters/Other/holds', { filter })
  const admin = `/api/admin/v1/${client}`
  const saved = {
    path: '/dashboard/services/all',
    name: 'The case',
    search: { filter: { matter_reference: 'Case' } },
    role_reference: null,
  }
  const view = await send<SavedView>('olga', 'POST', '/views', saved, admin)
  const report = await send(
    'olga',
    'PUT',
    `/reports/${newId()}`,
    {
      version: 0,
      name: 'The case, daily',
      kind: 'view',
      view_reference: view.body.view_reference,
      queue_reference: null,
      every: 'day',
      weekday: null,
      month_day: null,
      hour: 6,
      time_zone: 'UTC',
      recipients: ['olga'],
      is_active: true,
    },
    admin,
  )
  expect(report.body).toMatchObject({ name: 'The case, daily' })
  await open('olga', 'Case', { version: 1, title: 'The case of June' })
  await open('olga', 'Case', { version: 2, title: 'The case of June', is_closed: true })
  const { items } = await account.server.getJson<{ items: UserActivity[] }>(
    `/api/admin/v1/${client}/activities?filter[subjects][]=matter:Case&filter[has_portal_reads]=false&limit=100`,
    account.tokens.boss,
  )
  const told = items.map(({ action, event, brief }) => [event ?? action, brief?.facts.decision])
  expect(told.toReversed()).toEqual([
    ['matter.saved', 'opened'],
    ['matter.payloads_added', 'chosen'],
    ['matter.payloads_added', 'found'],
    ['matter.note_written', undefined],
    ['GET /matters/{matter_reference}/notes', undefined],
    ['GET /payloads', undefined],
    ['list.exported', undefined],
    ['list.export_ended', 'complete'],
    ['review_queue.created', undefined],
    ['legal_hold.placed', undefined],
    ['saved_view.created', undefined],
    ['report.created', undefined],
    ['matter.saved', 'title'],
    ['matter.saved', 'closed'],
  ])
  for (const { subjects } of items)
    expect(subjects).toContainEqual(expect.objectContaining({ kind: 'matter', reference: 'Case' }))
})

it('has its recordings by day, as far as one may read them', async () => {
  const at = (day: number, fields = {}) => ({ payload_time: `2026-03-0${day}T12:00:00Z`, ...fields })
  const other = { device_user_reference: 'bruno.dias', numbers: ['+442079460002'] }
  const recordings = [
    await call('London', at(1, { numbers: ['+442079460001'] })),
    await call('Lisbon', at(3, other)),
    await call('London', at(4, { ...other, payload_state: 'Destroyed', s3_path: null })),
  ]
  await call('London', at(2))
  await open('rita', 'Days', { members: ['max'] })
  await put('rita', 'Days', { payload_references: recordings })
  const days = async (who: Person, more = '') => {
    const filter = `filter[matter_reference]=Days${more}`
    const { body } = await send<PayloadDays>(who, 'GET', `/payload_days?days=4&until=2026-03-04&${filter}`)
    return body.dates.map((_, day) => body.types.reduce((sum, type) => sum + (type.days[day] ?? 0), 0))
  }
  expect(await days('rita')).toEqual([1, 0, 1, 1])
  expect(await days('max')).toEqual([1, 0, 0, 1])
  expect(await days('rita', '&filter[device_user_references][]=ana.reis')).toEqual([1, 0, 0, 0])
  for (const who of ['leo', 'sam'] as const) expect((await days(who)).filter((found) => found > 0)).toEqual([])
})

it('loses a recording with its tombstone', async () => {
  const gone = await call('London', { payload_state: 'Destroyed', s3_path: null })
  await open('rita', 'Tomb')
  await put('rita', 'Tomb', { payload_references: [gone] })
  expect(await within('rita', 'Tomb', '&filter[payload_states][]=Destroyed')).toEqual([gone])
  const ofRun = { client, batch_id: newId(), run_id: newId(), destroyed_at: new Date() }
  await account.write(async ({ db, now }) => {
    await db
      .insertInto('destruction_batches')
      .values({ ...ofRun, destroyed_by: 'olga' })
      .execute()
    const times = { payload_time: now, registered_at: now, objects_gone_at: now }
    const row = { payload_reference: gone, payload_type: 'Call', downloads: 0 } as const
    await db
      .insertInto('destructions')
      .values({ ...ofRun, ...times, ...row, former_checksums: [], object_keys: [] })
      .execute()
  })
  await account.write((tx) => removeTombstones(tx, [gone]))
  expect((await one('rita', 'Tomb'))?.payloads).toEqual({ total: 0 })
})
