import { maxActiveReports, type Report, type SavedView, type UserActivity } from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditedEvent } from '../../apps/server/src/core/activities/index.ts'
import { trailEventOf } from '../../apps/server/src/modules/activities/trail-events.ts'
import { handlers } from '../../apps/server/src/modules/index.ts'
import { beginReports } from '../../apps/server/src/modules/reports/begin-reports.ts'
import { reportEmailJobs, reportJobs } from '../../apps/server/src/modules/reports/index.ts'
import { sendReport } from '../../apps/server/src/modules/reports/send-report.ts'
import { runJobs } from '../../apps/server/src/platform/jobs/index.ts'
import { type MailServer, startMailServer } from '../../apps/server/test/mail-server.ts'
import { bodyOf, decodedWords } from '../../apps/server/test/mail-words.ts'
import { SupportDesk } from '../setup/support-desk.ts'
import { anAccount, type TestAccount } from '../setup/test-account.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}`
const readers = ['boss', 'ada', 'nora', 'hugh'] as const
type Person = (typeof readers)[number] | 'olaf'

let account: TestAccount<Person>
let mails: MailServer
let view: SavedView
/** The mail server's answer to the next recipients. `null`: it accepts their e-mails. */
let refusal: number | null = null

beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: (_, _session, done) =>
      done(refusal === null ? undefined : Object.assign(new Error('no'), { responseCode: refusal })),
  })
  const ofLondon = { conditions: [{ names_matching: 'London' }] }
  account = await anAccount(client)
    .withGroups('London', 'Lisbon')
    .withRole('Team', [{ actions_matching: 'reports:read' }])
    .withRole('All recordings', [{ actions_matching: 'payloads:read' }, { actions_matching: 'reports:read' }])
    .withRole('London', [{ actions_matching: 'payloads:read', ...ofLondon }])
    .withPerson('boss', 'Account Administrator', 'Team', 'All recordings')
    .withPerson('ada', 'Team', 'London')
    .withPerson('nora', 'Team')
    .withPerson('hugh', 'All recordings')
    .withPerson('olaf', 'London')
    .open({
      environment: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, HOLDFAST_MAIL_FROM: 'holdfast@example.com' },
    })
  for (const [number, group] of ['London', 'London', 'Lisbon', 'Lisbon', 'Lisbon'].entries()) {
    await account.addCall(number + 1, group, { is_late: true })
  }
  view = await saved('boss', { filter: { is_late: 'true' } })
})
afterAll(async () => {
  await account?.close()
  await mails?.stop()
})
beforeEach(async () => {
  refusal = null
  mails.received.length = 0
  await account.write((tx) => tx.db.deleteFrom('reports').where('client', '=', client).execute())
})

const call = async (person: Person, method: string, path: string, body?: object) => {
  const token = account.tokens[person]
  const response = await account.server.call(method, `${base}${path}`, { token, ...(body && { body }) })
  return { status: response.status, body: (await response.json()) as Report & { code?: string } }
}
const saved = async (person: Person, search: SavedView['search']): Promise<SavedView> => {
  const fields = { name: 'Watchlist', path: '/dashboard/services/calls', search, role_reference: 'Team' }
  const response = await call(person, 'POST', '/views', fields)
  expect(response.status).toBe(200)
  return response.body as unknown as SavedView
}
const fields = (own: object = {}) => ({
  name: 'Late calls of the desk',
  kind: 'view',
  view_reference: view.view_reference,
  queue_reference: null,
  every: 'day',
  weekday: null,
  month_day: null,
  hour: 8,
  time_zone: 'Europe/London',
  recipients: [...readers],
  is_active: true,
  ...own,
})
const made = async (own: object = {}, person: Person = 'boss'): Promise<Report> => {
  const { status, body } = await call(person, 'PUT', `/reports/${ulid()}`, fields(own))
  expect([status, body.code]).toEqual([200, undefined])
  return body
}
const context = (attempt = 1) => ({
  platform: account.server.api.platform,
  signal: AbortSignal.timeout(60_000),
  attempt,
})
const makeDue = ({ report_reference }: Report) =>
  account.write((tx) =>
    tx.db
      .updateTable('reports')
      .set({ next_at: new Date(tx.now.getTime() - 60_000) })
      .where('client', '=', client)
      .where('report_reference', '=', report_reference)
      .execute(),
  )
const waiting = () =>
  account.read((tx) =>
    tx.db
      .selectFrom('report_mails')
      .select(['report_reference', 'period', 'recipient'])
      .where('client', '=', client)
      .where('state', '=', 'waiting')
      .orderBy('recipient')
      .execute(),
  )
const sendWaiting = async (attempt = 1) => {
  for (const mail of await waiting()) await sendReport(handlers).handle(context(attempt), { client, ...mail })
}
/** Has a report sent as if its time had come. */
const sendNow = async (report: Report) => {
  await makeDue(report)
  await beginReports(handlers).handle(context(), {})
  await sendWaiting()
}
const listed = async (person: Person): Promise<Report[]> => {
  const { items } = await account.server.getJson<{ items: Report[] }>(`${base}/reports`, account.tokens[person])
  return items
}
const mailTo = (person: Person): string | undefined =>
  mails.received.find(({ to }) => to.some((address) => address.startsWith(person)))?.text
const linesOf = (text: string): string => bodyOf(text).replaceAll('\r\n', '\n')
const textTo = (person: Person): string => linesOf(mailTo(person) ?? '')
const trail = async () => {
  const rows = await account.read((tx) =>
    tx.db.selectFrom('user_activities').select('events').where('client', '=', client).orderBy('log_id').execute(),
  )
  return rows.flatMap(({ events }) => events).filter(({ event }) => event.startsWith('report.'))
}

describe('a report of a view', () => {
  it('has the counts that the rights of each reader show, and goes to nobody who may see none of it', async () => {
    const report = await made()
    await sendNow(report)
    expect(textTo('boss')).toContain('Rows of the view: 5')
    expect(textTo('ada')).toContain('Rows of the view: 2')
    const address = `/dashboard/services/calls?view=${view.view_reference}`
    expect(textTo('ada')).toContain(`${account.server.originOf(client)}${address}`)
    expect(textTo('ada')).not.toMatch(/Watchlist|payload|\+44|London-1/)
    const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(mailTo('ada') ?? '')?.[1] ?? ''
    expect(decodedWords(subject)).toBe('Holdfast: Late calls of the desk')
    expect(mails.received).toHaveLength(2)
    const [shown] = await listed('boss')
    expect(shown?.last_mails.map(({ user_reference, state, omission }) => [user_reference, state, omission])).toEqual([
      ['ada', 'sent', null],
      ['boss', 'sent', null],
      ['hugh', 'not_sent', 'view_hidden'],
      ['nora', 'not_sent', 'no_right'],
    ])
    const sent = (await trail()).filter(({ event }) => event === 'report.sent')
    expect(sent.filter(({ details }) => details.report_reference === report.report_reference)).toEqual([
      {
        event: 'report.sent',
        details: {
          report_reference: report.report_reference,
          report_name: 'Late calls of the desk',
          period: shown?.last_at,
          sent_to: ['ada', 'boss'],
          not_sent_to: [
            { user_reference: 'hugh', reason: 'view_hidden' },
            { user_reference: 'nora', reason: 'no_right' },
          ],
        },
      },
    ])
    const recorded = (await trail()).map((event) => trailEventOf(event as AuditedEvent))
    const shownOf = (field: string) =>
      recorded.find(({ event }) => event === 'report.created')?.changes.find((change) => change.field === field)?.after
    expect([shownOf('report_name'), shownOf('report_source'), shownOf('schedule_hour'), shownOf('is_active')]).toEqual([
      ['Late calls of the desk'],
      [view.view_reference],
      ['8'],
      undefined,
    ])
    expect(recorded.find(({ event }) => event === 'report.sent')?.facts).toMatchObject({
      sent_to: 'ada, boss',
      not_sent_to: 'hugh: view_hidden, nora: no_right',
    })
  })

  it('counts by the rights at the time of sending, in the language and time zone of the reader', async () => {
    const report = await made({ recipients: ['ada'] })
    await account.server.setRoles(client, 'ada', ['Team', 'All recordings'])
    await call('ada', 'PUT', '/notification_settings/mentioned', { delivery: 'portal', locale: 'pt-BR' })
    await sendNow(report)
    await account.server.setRoles(client, 'ada', ['Team', 'London'])
    await call('ada', 'PUT', '/notification_settings/mentioned', { delivery: 'portal', locale: 'en-GB' })
    expect(textTo('ada')).toContain('Linhas da visão: 5')
    expect(textTo('ada')).toContain('(Europe/London)')
  })

  it('stops and tells its author when the view is deleted, or changed to one that can not be counted', async () => {
    const [deleted, changed] = [await saved('boss', {}), await saved('boss', {})]
    const reports = [
      await made({ view_reference: deleted.view_reference }),
      await made({ view_reference: changed.view_reference }),
    ]
    await account.server.call('DELETE', `${base}/views/${deleted.view_reference}`, { token: account.tokens.boss })
    await call('boss', 'PATCH', `/views/${changed.view_reference}`, { search: { filter: { text: 'merger' } } })
    for (const report of reports) await sendNow(report)
    expect(mails.received).toEqual([])
    const shown = await listed('boss')
    expect(shown.map(({ is_active, next_at, stopped }) => [is_active, next_at, stopped?.reason]).sort()).toEqual([
      [false, null, 'not_countable'],
      [false, null, 'source_deleted'],
    ])
    const { items } = await account.server.getJson<{ items: { kind: string; name: string }[] }>(
      `${base}/notifications`,
      account.tokens.boss,
    )
    expect(items.filter(({ kind }) => kind === 'report_stopped')).toHaveLength(2)
    const refused = await call('boss', 'PUT', `/reports/${ulid()}`, fields({ view_reference: changed.view_reference }))
    expect(refused.body.code).toBe('report.not_countable')
  })

  it('stops when its author was removed; whoever saves it becomes its author', async () => {
    const report = await made()
    const setAuthor = (author: string) =>
      account.write((tx) =>
        tx.db
          .updateTable('reports')
          .set({ author })
          .where('client', '=', client)
          .where('report_reference', '=', report.report_reference)
          .execute(),
      )
    await setAuthor('somebody.gone')
    await sendNow(report)
    expect((await listed('boss'))[0]?.stopped?.reason).toBe('author_removed')
    const saved = await call('boss', 'PUT', `/reports/${report.report_reference}`, fields())
    expect(saved.body).toMatchObject({ author: 'boss', stopped: null, is_active: true })
  })
})

describe('other reports', () => {
  it('count review queues, completeness and the overview, as far as the reader may see them', async () => {
    const token = account.tokens.boss
    await account.server.setRoles(client, 'boss', ['Account Administrator', 'Compliance Officer', 'All recordings'])
    const queue = {
      name: 'Late ones',
      filter: { is_late: true },
      sample: null,
      reviewers: ['boss'],
      due_on: '2020-01-31',
      second_review_percent: 0,
    }
    const drawn = await account.server.call('POST', `/api/client/v1/${client}/review_queues`, { token, body: queue })
    const { queue_reference } = (await drawn.json()) as { queue_reference: string }
    const own = { view_reference: null, recipients: ['boss', 'nora'] }
    const ofQueue = await made({ ...own, kind: 'review_queue', queue_reference, name: 'Queue' })
    const { items: entries } = await account.server.getJson<{ items: UserActivity[] }>(
      `/api/admin/v1/${client}/activities?filter[subjects][]=report:${ofQueue.report_reference}`,
      token,
    )
    expect(entries.map(({ subjects }) => subjects.map(({ kind, name }) => [kind, name]))).toEqual([
      [
        ['report', 'Queue'],
        ['review_queue', 'Late ones'],
      ],
    ])
    const reports = [
      await made({ ...own, kind: 'reviews', name: 'Queues' }),
      ofQueue,
      await made({ ...own, kind: 'completeness', name: 'Completeness' }),
      await made({ ...own, kind: 'overview', name: 'Overview' }),
    ]
    expect(reports.map(({ queue_name }) => queue_name)).toEqual([null, 'Late ones', null, null])
    for (const report of reports) await sendNow(report)
    // Nora gets it, and manages no queues.
    const ofNora = (await listed('nora')).map((report) => [report.queue_reference, report.queue_name])
    expect(ofNora).toContainEqual([queue_reference, null])
    await account.server.setRoles(client, 'boss', ['Account Administrator', 'Team', 'All recordings'])
    const texts = mails.received.map(({ text }) => linesOf(text))
    const ofReport = (name: string) => texts.filter((text) => text.includes(`Report: ${name}\n`))
    for (const name of ['Queues', 'Queue']) {
      expect(ofReport(name)).toHaveLength(1)
      expect(ofReport(name)[0]).toContain('Drawn: 5\nReviewed: 0\nStill to review: 5\nLate: 5')
    }
    expect(ofReport('Completeness')[0]).toContain('Open gaps: 0')
    expect(ofReport('Overview')[0]).toContain('Unfinished review queues: 1')
    expect(mails.received.filter(({ to }) => to[0]?.startsWith('nora'))).toHaveLength(1)
  })
})

it('each reader gets a report once, with several workers and a mail server that is away at first', async () => {
  const report = await made({ recipients: ['boss', 'ada'] })
  await makeDue(report)
  refusal = 451
  await Promise.all(Array.from({ length: 4 }, () => beginReports(handlers).handle(context(), {})))
  expect(await waiting()).toHaveLength(2)
  await expect(sendWaiting()).rejects.toThrow()
  refusal = null
  const { platform } = account.server.api
  const databaseUrl = String(account.server.settings.databaseUrl)
  const jobs = [...reportJobs(handlers), ...reportEmailJobs(handlers)]
  const workers = await Promise.all(
    Array.from({ length: 2 }, () => runJobs({ platform, databaseUrl, jobs, concurrency: 2 })),
  )
  try {
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 60_000, interval: 100 })
    await Promise.all(Array.from({ length: 4 }, () => beginReports(handlers).handle(context(), {})))
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  expect(mails.received.map(({ to }) => to[0]?.split('@')[0]).sort()).toEqual(['ada', 'boss'])
  const [shown] = await listed('boss')
  expect(Date.parse(shown?.next_at ?? '')).toBeGreaterThan(Date.now())
})

it('a mail server that refuses an address for good is shown', async () => {
  const report = await made({ recipients: ['ada'] })
  refusal = 550
  await sendNow(report)
  expect((await listed('boss'))[0]?.last_mails).toMatchObject([{ user_reference: 'ada', state: 'failed' }])
})

describe('people', () => {
  it('see their own reports alone, not who else gets them, and stop getting them by themselves', async () => {
    const report = await made({ recipients: ['ada', 'nora'] })
    const path = `/reports/${report.report_reference}`
    expect(await listed('hugh')).toEqual([])
    expect(await listed('ada')).toMatchObject([{ recipients: ['ada'], last_mails: [], may: ['leave'] }])
    expect((await call('hugh', 'POST', path, { operation: 'leave' })).status).toBe(404)
    expect((await call('ada', 'POST', path, { operation: 'delete' })).status).toBe(403)
    expect((await call('ada', 'PUT', path, fields())).status).toBe(403)
    expect((await call('ada', 'POST', path, { operation: 'leave' })).status).toBe(200)
    expect(await listed('ada')).toEqual([])
    expect(await listed('boss')).toMatchObject([{ recipients: ['nora'], is_active: true }])
    await call('nora', 'POST', path, { operation: 'leave' })
    expect(await listed('boss')).toMatchObject([{ recipients: [], is_active: false, next_at: null }])
  })

  it('are offered as recipients if their roles let them get reports', async () => {
    const token = account.tokens.boss
    const among = async (gets: boolean) => {
      const path = `${base}/portal_users?filter[gets_reports]=${gets}&filter[is_active]=true`
      const { items } = await account.server.getJson<{ items: { user_reference: string }[] }>(path, token)
      return items.map(({ user_reference }) => user_reference)
    }
    expect(await among(true)).toEqual(expect.arrayContaining([...readers]))
    expect(await among(true)).not.toContain('olaf')
    expect(await among(false)).toEqual(['olaf'])
  })

  it('have one sent to themselves alone, once a minute', async () => {
    const report = await made({ recipients: ['ada', 'boss'], is_active: false })
    for (let time = 0; time < 2; time++) {
      const asked = await call('ada', 'POST', `/reports/${report.report_reference}`, { operation: 'send_to_me' })
      expect(asked.status).toBe(200)
    }
    const asked = await waiting()
    expect(new Set(asked.map(({ recipient }) => recipient))).toEqual(new Set(['ada']))
    expect(asked.length).toBe(new Set(asked.map(({ period }) => period)).size)
    await sendWaiting()
    expect(textTo('ada')).toContain('Rows of the view: 2')
    expect(mails.received.every(({ to }) => to[0]?.startsWith('ada'))).toBe(true)
  })

  it('report on what they see, to active people of the account, with all that a schedule needs', async () => {
    const refused = async (own: object) => (await call('boss', 'PUT', `/reports/${ulid()}`, fields(own))).body.code
    const hidden = await call('hugh', 'POST', '/views', {
      name: 'Own',
      path: '/dashboard/services/calls',
      search: {},
      role_reference: null,
    })
    const { view_reference } = hidden.body as unknown as SavedView
    expect(await refused({ view_reference })).toBe('report.unknown_source')
    expect(await refused({ kind: 'review_queue', view_reference: null, queue_reference: ulid() })).toBe(
      'report.unknown_source',
    )
    for (let number = 0; number < maxActiveReports; number++) await made()
    expect(await refused({})).toBe('report.too_many_active')
    await made({ is_active: false })
    expect(await refused({ every: 'week' })).toBe('report.incomplete')
    expect(await refused({ kind: 'overview' })).toBe('report.incomplete')
    expect(await refused({ time_zone: 'Mars/Olympus' })).toBe('notification.bad_time_zone')
    expect(await refused({ recipients: ['nobody.of.this.name'] })).toBe('report.unknown_recipient')
    expect(await refused({ recipients: ['ada', 'olaf'] })).toBe('report.unknown_recipient')
    expect(await refused({ name: 'Two\r\nBcc: all@example.com' })).toBe('request.invalid')
  })
})

it('are neither seen nor changed from another account or on a visit', async () => {
  const report = await made()
  await account.server.openAccount('globex')
  const hank = await account.server.signIn('globex', { user_reference: 'hank', roles: ['Account Administrator'] })
  const path = `${base}/reports/${report.report_reference}`
  const body = { operation: 'delete' }
  expect((await account.server.call('POST', path, { token: hank, body })).status).toBe(401)
  const other = path.replace(client, 'globex')
  expect((await account.server.call('POST', other, { token: hank, body })).status).toBe(404)
  expect((await account.server.call('POST', path, { body })).status).toBe(401)
  const desk = await SupportDesk.open(account.server, client, account.tokens.boss)
  const visit = await desk.approved('Account Administrator')
  expect((await desk.visit('POST', path, visit, { body })).status).toBe(403)
  expect(await (await desk.visit('GET', `${base}/reports`, visit)).json()).toMatchObject({ items: [] })
})

it('a report of a closed account is not sent; it says so, and goes on when the account is open again', async () => {
  const report = await made({ recipients: ['ada'] })
  await makeDue(report)
  const { platform } = account.server.api
  const clients = Object.assign(Object.create(platform.clients) as typeof platform.clients, {
    findActive: () => Promise.resolve(null),
  })
  await beginReports(handlers).handle({ ...context(), platform: { ...platform, clients } }, {})
  expect(mails.received).toEqual([])
  const [shown] = await listed('boss')
  expect(shown?.last_mails).toMatchObject([{ user_reference: 'ada', state: 'not_sent', omission: 'account_closed' }])
  expect(shown?.is_active).toBe(true)
})
