import type { ListTotal, Overview, ReviewQueue } from '@holdfast/contract'
import { exceptionKinds, type PayloadState } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRows } from '../../../../../tests/setup/rows.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import { counterStatement } from '../payloads/index.ts'

/** Each number is compared with the total of the list to which the portal leads from it. */

const client = 'northwind'
const base = `/api/client/v1/${client}`
const admin = `/api/admin/v1/${client}`
const dayMs = 24 * 60 * 60 * 1000
const now = new Date()
const ago = (days: number) => new Date(now.getTime() - days * dayMs)
const day = (date: Date) => date.toISOString().slice(0, 10)
const today = day(now)
const dates = { late_since: day(ago(29)), missing_until: day(ago(8)), silent_since: day(ago(7)) }
const states: readonly PayloadState[] = ['Processed', 'Recorded', 'Failed', 'Quarantined']
const people = ['boss', 'ruth', 'london', 'calls', 'devices'] as const
type Person = (typeof people)[number]

const seen = [0.1, 6, 9, 40]
const devices = Array.from({ length: 24 }, (_, index) => ({
  device_reference: `DEVICE-${index}`,
  group: index % 2 === 0 ? 'London' : 'Lisbon',
  activated_at: index % 3 === 0 ? null : ago(index + 3),
  last_seen: index % 8 === 5 ? null : ago(seen[index % 4] ?? 0),
  is_deactivated: index % 9 === 8,
  is_blocked: index % 10 === 4,
  shared_serial_since: [6, 7].includes(index) ? ago(2) : null,
  shared_serial_reason: [6, 7].includes(index) ? ('imeis' as const) : null,
}))

const gaps = Array.from({ length: 7 }, (_, index) => ({
  gap_reference: `01ARZ3NDEKTSV4RRFFQ70G${String(index).padStart(4, '0')}`,
  device_reference: 'DEVICE-1',
  group: index % 3 === 0 ? 'London' : 'Lisbon',
  first_missing: index * 10,
  last_missing: index * 10 + index,
  reason: index === 6 ? ('other' as const) : null,
}))

let account: TestAccount<Person>

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('London', [{ actions_matching: '*', conditions: [{ names_matching: 'London' }] }])
    .withRole('Calls', [{ actions_matching: 'payloads:read' }])
    .withRole('Devices', [{ actions_matching: 'devices:read' }])
    .withPerson('boss', 'Account Administrator', 'Compliance Officer')
    .withPerson('ruth', 'Reviewer')
    .withPerson('london', 'London')
    .withPerson('calls', 'Calls')
    .withPerson('devices', 'Devices')
    .open()
  const payloads = Array.from({ length: 120 }, (_, index) => ({
    payload_reference: `01ARZ3NDEKTSV4RRFFQ69G${String(index).padStart(4, '0')}`,
    payload_type: index % 3 === 0 ? ('Photo' as const) : ('Call' as const),
    payload_state: states[index % states.length] ?? 'Processed',
    group: index % 5 < 3 ? 'London' : 'Lisbon',
    device_reference: 'DEVICE-1',
    sequence: index,
    is_late: index % 7 === 0,
    damaged_at: index % 11 === 0 ? now.toISOString() : null,
    payload_time: ago(index % 40).toISOString(),
  }))
  await account.write(async (tx) => {
    await tx.db
      .updateTable('roles')
      .set({ payload_types: ['Call'] })
      .where('client', '=', client)
      .where('role_reference', '=', 'Calls')
      .execute()
    await bumpAccessVersion(tx)
    await addRows(tx, 'payloads', payloads)
    await tx.executeAll([
      counterStatement(
        tx,
        payloads.map((payload) => ({ ...payload, by: 1 })),
      ),
    ])
    await addRows(tx, 'devices', devices)
    await addRows(tx, 'sequence_gaps', gaps)
  })
}, 120_000)
afterAll(() => account?.close())

const overview = (person: Person) =>
  account.server.getJson<Overview>(
    `${admin}/overview?today=${today}&${new URLSearchParams(dates)}`,
    account.tokens[person],
  )
const total = (person: Person, list: string) =>
  account.server.getJson<ListTotal>(`${list}&query_result_type=total`, account.tokens[person])

const filters = {
  missing: `filter[payload_states][0]=Recorded&filter[date_to]=${dates.missing_until}`,
  failed: 'filter[payload_states][0]=Failed',
  quarantined: 'filter[payload_states][0]=Quarantined',
  damaged: 'filter[is_damaged]=true',
  late: `filter[is_late]=true&filter[date_from]=${dates.late_since}`,
}

describe.each(people)('for %s', (person) => {
  it('recordings are counted as the lists behind the numbers do', async () => {
    const { recordings } = await overview(person)
    if (person === 'devices') return expect(recordings).toBeNull()
    for (const payload_type of ['Call', 'Photo'] as const) {
      const counts = recordings?.find((of) => of.payload_type === payload_type)
      for (const kind of exceptionKinds) {
        const listed = await total(person, `${base}/payloads?filter[payload_types][0]=${payload_type}&${filters[kind]}`)
        expect([payload_type, kind, counts?.[kind] ?? { total: 0 }]).toEqual([payload_type, kind, listed])
      }
    }
    expect(recordings?.map(({ payload_type }) => payload_type)).toEqual(
      person === 'calls' ? ['Call'] : ['Call', 'Photo'],
    )
  })

  it('what is missing is counted as its list does', async () => {
    const counted = (await overview(person)).gaps
    if (person !== 'boss' && person !== 'london') return expect(counted).toBeNull()
    const listed = await total(person, `${admin}/completeness/gaps?filter[states][0]=open`)
    const open = gaps.filter(({ group, reason }) => reason === null && (person === 'boss' || group === 'London'))
    expect(listed).toEqual({ total: open.length })
    const missing = open.reduce((sum, gap) => sum + gap.last_missing - gap.first_missing + 1, 0)
    expect(counted).toEqual({ open: listed, missing })
  })

  it('silent devices are counted as their list does', async () => {
    const { silent_devices } = await overview(person)
    if (person === 'calls') return expect(silent_devices).toBeNull()
    const listed = await total(person, `${admin}/devices?filter[silent_since]=${dates.silent_since}`)
    expect(silent_devices).toEqual(listed)
    const silent = devices.filter(
      ({ group, activated_at, last_seen, is_deactivated, is_blocked }) =>
        (person !== 'london' || group === 'London') &&
        activated_at !== null &&
        !is_deactivated &&
        !is_blocked &&
        day(last_seen ?? activated_at) < dates.silent_since,
    )
    expect(listed.total).toBe(silent.length)
  })
})

it('devices whose serial number may be shared are counted as their list does', async () => {
  for (const person of people) {
    const { shared_serials } = await overview(person)
    if (person === 'calls') {
      expect(shared_serials).toBeNull()
      continue
    }
    expect(shared_serials).toEqual({ total: person === 'london' ? 1 : 2 })
    expect(await total(person, `${admin}/devices?filter[is_serial_shared]=true`)).toEqual(shared_serials)
  }
})

it('the account of the test shows each kind', async () => {
  const { recordings } = await overview('boss')
  for (const kind of exceptionKinds) expect(recordings?.some((of) => of[kind].total > 0)).toBe(true)
})

it('reviews and queues are counted for whoever has them, by the day on which they are due', async () => {
  const draw = async (name: string, due_on: string | null, device: number) => {
    const body = {
      name,
      filter: { payload_types: ['Call'] },
      sample: { number: device, stratify_by: null, seed: name },
    }
    const queue = { ...body, reviewers: ['ruth'], due_on, second_review_percent: 0 }
    const response = await account.server.call('POST', `${base}/review_queues`, {
      token: account.tokens.boss,
      body: queue,
    })
    expect(response.status).toBe(200)
    return (await response.json()) as ReviewQueue
  }
  const late = await draw('Late', day(ago(1)), 2)
  await draw('Today', today, 3)
  await draw('Tomorrow', day(ago(-1)), 4)
  await draw('Later', day(ago(-2)), 5)
  await draw('Whenever', null, 6)
  const own = await overview('ruth')
  expect(own.reviews).toEqual({
    waiting: { total: 20 },
    overdue: { total: 2 },
    due_soon: { total: 7 },
    escalated: { total: 0 },
  })
  const waiting = `${base}/reviews/waiting?`
  expect(await total('ruth', `${waiting}filter[due_to]=${day(ago(1))}`)).toEqual(own.reviews?.overdue)
  const soon = `filter[due_from]=${today}&filter[due_to]=${day(ago(-1))}`
  expect(await total('ruth', `${waiting}${soon}`)).toEqual(own.reviews?.due_soon)
  expect(own.queues).toBeNull()

  const unfinished = `${base}/review_queues?filter[is_unfinished]=true`
  const ofBoss = await overview('boss')
  expect(ofBoss.queues).toEqual({ unfinished: { total: 5 }, overdue: { total: 1 } })
  expect(await total('boss', unfinished)).toEqual(ofBoss.queues?.unfinished)
  expect(await total('boss', `${unfinished}&filter[due_to]=${day(ago(1))}`)).toEqual(ofBoss.queues?.overdue)

  const items = await account.server.getJson<{ items: { payload_reference: string }[] }>(
    `${waiting}filter[due_to]=${day(ago(1))}`,
    account.tokens.ruth,
  )
  const payload_references = items.items.map(({ payload_reference }) => payload_reference)
  const escalated = await account.server.call('POST', `${base}/review_queues/${late.queue_reference}/escalate`, {
    token: account.tokens.ruth,
    body: { payload_references, to: 'boss', note: 'Yours' },
  })
  expect(escalated.status).toBe(200)
  expect((await overview('ruth')).reviews?.waiting).toEqual({ total: 18 })
  expect((await overview('boss')).reviews).toMatchObject({ escalated: { total: 2 }, overdue: { total: 2 } })
  // What they may not read is not counted, as it is not listed.
  expect((await overview('calls')).reviews).toBeNull()
})

it('refuses a malformed date, and is closed without a token', async () => {
  const status = async (query: string, token?: string) =>
    (await account.server.call('GET', `${admin}/overview${query}`, token === undefined ? {} : { token })).status
  expect(await status('?today=yesterday', account.tokens.boss)).toBe(400)
  expect(await status('?silent_since=2026-02-30', account.tokens.boss)).toBe(400)
  expect(await status('')).toBe(401)
  expect(await status('', account.tokens.boss)).toBe(200)
})
