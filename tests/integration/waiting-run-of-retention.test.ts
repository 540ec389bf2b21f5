import type { PayloadAudit, PayloadDetail, RetentionRun, UserActivity } from '@holdfast/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { insertPolicy, noRules, nothingFreed } from '../../apps/server/src/modules/retention/stored-policies.ts'
import { takeSteps } from '../../apps/server/src/modules/retention-runs/take-steps.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

let account: TestAccount<'olga' | 'anna' | 'lars'>
const client = 'northwind'
const dayMs = 86_400_000
const references: string[] = []
let run_id = ''

beforeAll(async () => {
  account = await anAccount(client)
    .withGroups('Desk', 'Other')
    .withDevice('Desk-1', 'Desk')
    .withPerson('olga', 'Compliance Officer')
    .withPerson('anna', 'Compliance Officer')
    .withPerson('lars', 'Retention of Other')
    .open()
  await account.addRole('Retention of Other', [
    { actions_matching: 'retention:read' },
    { actions_matching: 'payloads:read', conditions: [{ names_matching: 'Other' }] },
  ])
  for (const number of [10, 11, 12, 13, 14]) references.push(await addCall(number, 110 - number))
  await addCall(15, 4000, 90)
  const days = { retention_timestamp: 'payload_time' as const, delete_after_days: 10, destroy_after_days: 60 }
  const payloads = [{ payload_type: 'Call' as const, ...days, required_receipts: [], required_transfers: [] }]
  const settings = { ...noRules.settings, confirm_above_recordings: 3 }
  await account.write((tx) =>
    insertPolicy(tx, {
      ...{ ...noRules, payloads, settings, ...nothingFreed },
      ...{ version: 1, saved_by: 'anna', effective_at: tx.now },
    }),
  )
})
afterAll(() => account?.close())

const addCall = (number: number, days: number, registeredDays = days) => {
  const [payload_time, registered_at] = [days, registeredDays].map((ago) => new Date(Date.now() - ago * dayMs))
  const made = { payload_time, registered_at, processed_at: registered_at, payload_state: 'Processed' as const }
  return account.addCall(number, 'Desk', { ...made, size: 1000, s3_path: null })
}

const call = async <T>(method: string, path: string, body?: object, who: 'olga' | 'anna' | 'lars' = 'olga') => {
  const response = await account.server.call(method, `/api/${path}`, {
    token: account.tokens[who],
    ...(body && { body }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
const own = `client/v1/${client}`
const runs = async (who: 'olga' | 'lars' = 'olga') =>
  (await call<{ items: RetentionRun[] }>('GET', `${own}/account/retention/runs`, undefined, who)).body.items
const decide = (decision: string, who: 'olga' | 'anna', version = 1) =>
  call('POST', `${own}/account/retention/decide`, { decision, run_id, version }, who)
const work = (id: string) =>
  takeSteps.handle(
    { platform: account.server.api.platform, attempt: 1, signal: AbortSignal.timeout(60_000) },
    { client, run_id: id },
  )
const begin = async () =>
  (await call<RetentionRun>('POST', `${own}/account/retention/runs`, { is_dry_run: false })).body

it('says what would follow, and names recordings to those who may see them', async () => {
  await work((await begin()).run_id)
  run_id = (await begin()).run_id
  await account.write(({ db }) =>
    db
      .updateTable('retention_runs')
      .set({ allowed: 1 })
      .where('client', '=', client)
      .where('run_id', '=', run_id)
      .execute(),
  )
  const listener = new Client({ connectionString: account.server.settings.databaseUrl })
  await listener.connect()
  const told: string[] = []
  listener.on('notification', ({ payload = '' }) => told.push(payload))
  await listener.query('listen holdfast')
  await work(run_id)
  await vi.waitFor(() => expect(told.filter((notice) => notice.includes('NeedsWord'))).toHaveLength(1))
  await listener.end()
  expect(JSON.parse(told.find((notice) => notice.includes('NeedsWord')) ?? '')).toMatchObject({
    client,
    event: { kind: 'retention', reference: run_id, state: 'NeedsWord' },
  })
  const [run] = await runs()
  expect(run).toMatchObject({
    state: 'NeedsWord',
    report: { destroyed: 1, examined: 1 },
    ahead: {
      recordings: 4,
      bytes: 4000,
      is_at_least: false,
      needs_second_person: true,
      lines: [{ group: 'Desk', payload_type: 'Call', recordings: 4, bytes: 4000 }],
    },
  })
  expect(run?.ahead?.samples.map(({ payload_reference }) => payload_reference)).toEqual(references.slice(1))
  expect(run?.ahead?.oldest).not.toBe(run?.ahead?.newest)
  const [seen, dry] = await runs('lars')
  expect(seen?.ahead).toEqual({ ...run?.ahead, samples: [] })
  expect((await runs())[1]?.report.without_time).toEqual(['01ARZ3NDEKTSV4RRFFQ69G5F15'])
  expect(dry?.report).toEqual({ ...(await runs())[1]?.report, without_time: [] })
})

it('is let go on by somebody who did not begin it, in the version that they saw', async () => {
  const refused = { status: 409, body: { code: 'retention.needs_second_person' } }
  expect(await decide('continue_run', 'olga')).toMatchObject(refused)
  expect(await decide('continue_run', 'anna', 2)).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
  expect((await decide('continue_run', 'anna')).status).toBe(200)
  await work(run_id)
  const [run] = await runs()
  expect(run).toMatchObject({ state: 'Completed', continued_by: 'anna', ahead: null })
  expect(run?.report).toMatchObject({ destroyed: 5, examined: 6 })
})

it('is on the trail with its steps and what it destroyed, and in the custody of each recording', async () => {
  const trail = async (query: string) =>
    (await call<{ items: UserActivity[] }>('GET', `admin/v1/${client}/activities?${query}`)).body.items
  const steps = (await trail('filter[has_reads]=false')).flatMap(({ brief, user_id }) =>
    brief?.facts.run_id === run_id ? [`${user_id} ${brief.event}`] : [],
  )
  expect(steps.reverse()).toEqual([
    'olga retention.run',
    'system payload.destroyed',
    'system retention.run_waits',
    'anna retention.run_confirmed',
    'system payload.destroyed',
    'system retention.run_completed',
  ])
  const [reference = ''] = references
  const [entry, ...others] = (await trail(`filter[subjects][0]=payload:${reference}`)).filter(({ brief }) => brief)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    group: 'Desk',
    event: 'payload.destroyed',
    brief: { facts: { run_id, policy_version: 1, requested_by: 'olga', rules: 'Call payload_time 10/60' } },
  })

  const rule = { policy_version: 1, payload_type: 'Call', destroy_after_days: 60 }
  const retention = { run_id, policy_version: 1, requested_by: 'olga', continued_by: null, rule, is_replayed: false }
  const { body: detail } = await call<PayloadDetail>('GET', `${own}/payloads/${reference}`)
  expect(detail).toMatchObject({ deletion: null, destruction: { deleted_at: null, retention } })
  const { body: audit } = await call<PayloadAudit>('GET', `${own}/payloads/${reference}/audit`)
  expect(audit.records[0]).toMatchObject({ action: 'payload.destroyed', retention })

  // Recordings destroyed after somebody let the run continue name that person.
  const last = references.at(-1) ?? ''
  const [later] = (await trail(`filter[subjects][0]=payload:${last}`)).filter(({ brief }) => brief)
  expect(later).toMatchObject({
    event: 'payload.destroyed',
    brief: { facts: { requested_by: 'olga', continued_by: 'anna' } },
  })
  const { body: lastDetail } = await call<PayloadDetail>('GET', `${own}/payloads/${last}`)
  expect(lastDetail.destruction?.retention).toMatchObject({ run_id, requested_by: 'olga', continued_by: 'anna' })
  const { body: lastAudit } = await call<PayloadAudit>('GET', `${own}/payloads/${last}/audit`)
  expect(lastAudit.records[0]?.retention).toMatchObject({ requested_by: 'olga', continued_by: 'anna' })
})
