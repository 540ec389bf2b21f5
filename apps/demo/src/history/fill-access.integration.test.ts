import { type AccessRequest, type AccessReview, accessRequestStates, type RoleDraft } from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signInToDemo, startDemoServer } from '../../../../tests/setup/demo-server.ts'
import type { TestServer } from '../../../../tests/setup/server.ts'
import { demoCustomers } from '../demo-customers.ts'
import { accessScenarios } from './access-scenarios.ts'
import { fillAccessRequests, fillAccessReviews } from './fill-access.ts'

let server: TestServer
const fill = async () => {
  const { database } = server.api.platform
  await fillAccessRequests(database, demoCustomers)
  await fillAccessReviews(database, demoCustomers)
}

beforeAll(async () => {
  server = await startDemoServer()
  await fill()
})
afterAll(() => server?.stop())

const signIn = (client: string, user_reference: string) => signInToDemo(server, client, user_reference)

const officers: Readonly<Record<string, string>> = { meridian: 'helen.ward', aurora: 'beatriz.costa' }

describe.each(Object.entries(accessScenarios))('at %s', (client, scenario) => {
  const base = `/api/admin/v1/${client}`
  let officer: string
  beforeAll(async () => {
    officer = await signIn(client, officers[client] ?? '')
  })
  const list = async <Item>(path: string): Promise<Item[]> =>
    (await server.getJson<{ items: Item[] }>(`${base}/${path}`, officer)).items

  it('requests for access are waiting, approved, rejected and expired, and the trail has how each ended', async () => {
    const requests = await list<AccessRequest>('access_requests')
    expect(requests).toHaveLength(scenario.requests.length)
    const states = new Set(requests.map(({ state }) => state))
    expect(accessRequestStates.filter((state) => state !== 'withdrawn' && !states.has(state))).toEqual([])
    for (const { access_request_reference, state, asked, requested_by } of requests) {
      expect(asked, requested_by).toBeGreaterThan(0)
      const told = await eventsAbout(access_request_reference)
      expect(told).toContain('access_request.made')
      if (state !== 'waiting') expect(told).toContain(`access_request.${state}`)
    }
    const approved = requests.filter(({ state }) => state === 'approved')
    expect(
      approved.map(({ is_in_force, valid_until }) => is_in_force === Date.parse(valid_until ?? '') > Date.now()),
    ).not.toContain(false)
  })

  it('has waiting and decided changes that were handed over', async () => {
    const drafts = await list<RoleDraft>('role_drafts')
    expect(drafts).toHaveLength(scenario.drafts.length)
    expect(new Set(drafts.map(({ state }) => state))).toContain('waiting')
    expect(new Set(drafts.map(({ state }) => state))).toContain('approved')
    const waiting = drafts.filter(({ state }) => state === 'waiting')
    expect(await list('role_drafts?filter[is_approvable]=true')).toHaveLength(waiting.length)
    for (const { draft_reference } of waiting) {
      const decided = await server.call('PUT', `${base}/role_drafts/${draft_reference}`, {
        token: officer,
        body: { state: 'approved' },
      })
      expect(decided.status, await decided.text()).toBe(200)
    }
  })

  it('one review is finished with a revocation, one is half decided, and one waits', async () => {
    const reviews = await list<AccessReview>('access_reviews')
    const told = reviews.map(({ rows, certified, revoked, finished_at }) => ({
      isFinished: finished_at !== null,
      isRevoking: revoked > 0,
      isBegun: certified + revoked > 0,
      isWhole: certified + revoked === rows,
    }))
    expect(told).toContainEqual({ isFinished: true, isRevoking: true, isBegun: true, isWhole: true })
    expect(told.filter(({ isFinished, isBegun }) => !isFinished && isBegun)).toHaveLength(1)
    expect(told.filter(({ isFinished, isBegun }) => !isFinished && !isBegun)).toHaveLength(1)
    expect(reviews.flatMap(({ rows }) => (rows === 0 ? 'empty' : []))).toEqual([])
  })

  it('the access history begins when the account was set up', async () => {
    const weeksAgo = new Date(Date.now() - 18 * 86_400_000).toISOString()
    const rows = await list<{ user_reference: string }>(
      `access/content?filter[at]=${weeksAgo}&filter[people][0]=${officers[client]}`,
    )
    expect(rows.map(({ user_reference }) => user_reference)).toContain(officers[client])
  })

  it('a second run changes nothing', async () => {
    const before = await list('access_reviews')
    await fill()
    expect(await list('access_reviews')).toEqual(before)
    expect(await list<RoleDraft>('role_drafts')).toHaveLength(scenario.drafts.length)
  })

  const eventsAbout = async (reference: string): Promise<string[]> => {
    const rows = await server.api.platform.database.read(client, (tx) =>
      tx.db.selectFrom('user_activities').select('events').where('client', '=', client).execute(),
    )
    const events = rows.flatMap((row) => row.events as { event: string; details: Record<string, unknown> }[])
    return events.flatMap(({ event, details }) => (details.access_request_reference === reference ? event : []))
  }
})
