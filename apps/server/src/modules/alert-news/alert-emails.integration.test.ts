import {
  type AlertPreferences,
  defaultAlertPreferences,
  type NotificationSettings,
  type PortalUser,
} from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { bodyOf, decodedWords } from '../../../test/mail-words.ts'
import { runJobs } from '../../platform/jobs/index.ts'
import { type AlertCause, raiseAlert } from '../alerts/index.ts'
import { beginAlertEmails, beginEmail, sendAlertEmailJob } from './begin-emails.ts'
import { sendAlertEmail } from './send-email.ts'
import { tellAlert } from './tell-alert.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}`
const minuteMs = 60_000

let account: TestAccount<'boss' | 'dora'>
let mails: MailServer
/** The mail server's answer to the next recipients. `null`: it accepts their e-mails. */
let refusal: number | null = null

beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: (_, _session, done) =>
      done(refusal === null ? undefined : Object.assign(new Error('no'), { responseCode: refusal })),
  })
  account = await anAccount(client)
    .withGroups('London', 'Paris')
    .withPerson('boss', 'Account Administrator')
    .withPerson('dora', 'Device Manager')
    .open({
      environment: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, HOLDFAST_MAIL_FROM: 'holdfast@example.com' },
    })
})
afterAll(async () => {
  await account?.close()
  await mails?.stop()
})
beforeEach(async () => {
  refusal = null
  mails.received.length = 0
  await account.write(async (tx) => {
    for (const table of [
      'alert_tellings',
      'alert_email_times',
      'alert_preferences',
      'notifications',
      'alerts',
    ] as const) {
      await tx.db.deleteFrom(table).where('client', '=', client).execute()
    }
  })
  for (const kind of ['alert_ops_high', 'alert_ops_other', 'alert_sec_high', 'alert_sec_other']) {
    await put('boss', `/notification_settings/${kind}`, { delivery: 'portal_and_email', locale: 'en-GB' })
  }
})

const put = async (person: 'boss' | 'dora', path: string, body: object) => {
  const token = account.tokens[person]
  const response = await account.server.call('PUT', `${base}${path}`, { token, body })
  return { status: response.status, body: (await response.json()) as NotificationSettings & { code?: string } }
}
const prefer = async (own: Partial<AlertPreferences>) => {
  const { status } = await put('boss', '/notification_settings', { ...defaultAlertPreferences, ...own })
  expect(status).toBe(200)
}
const context = (attempt = 1) => ({
  platform: account.server.api.platform,
  signal: AbortSignal.timeout(60_000),
  attempt,
})
const raise = async (cause: Partial<AlertCause> = {}) => {
  const { alert_reference } = await account.write((tx) =>
    raiseAlert(tx, {
      condition: 'sequence_gap',
      of: 'A-1',
      values: { device: 'A-1' },
      group: 'London',
      ...cause,
    } as AlertCause),
  )
  await tellAlert.handle(context(), { client, alert_reference })
  return alert_reference
}
const emailsOf = (state: 'waiting' | 'sending' | 'sent' | 'failed' | 'dropped') =>
  account.read((tx) =>
    tx.db
      .selectFrom('alert_tellings')
      .select(['alert_reference', 'email_reference'])
      .where('client', '=', client)
      .where('recipient', '=', 'boss')
      .where('email_state', '=', state)
      .execute(),
  )
/** Sends what is due so many minutes from now. */
const sendIn = async (minutes: number, attempt = 1) => {
  await account.write((tx) => beginEmail({ ...tx, now: new Date(tx.now.getTime() + minutes * minuteMs) }, 'boss'))
  const begun = new Set((await emailsOf('sending')).flatMap(({ email_reference }) => email_reference ?? []))
  for (const email_reference of begun) {
    await sendAlertEmail.handle(context(attempt), { client, recipient: 'boss', email_reference })
  }
}
const subjects = () =>
  mails.received.map(({ text }) => decodedWords(/^Subject: (.*(?:\r\n .*)*)/m.exec(text)?.[1] ?? ''))

it('an e-mail says what happened and where to look, in the language of its reader, and never whom it is about', async () => {
  await put('boss', '/notification_settings/alert_ops_other', { delivery: 'portal_and_email', locale: 'pt-BR' })
  const alert_reference = await raise()
  await sendIn(0)
  expect(mails.received).toEqual([])
  await sendIn(2)
  expect(subjects()).toEqual(['Holdfast: Gravações faltantes (Gravidade: Média)'])
  const text = bodyOf(mails.received[0]?.text ?? '')
  expect(text).toContain(`${account.server.originOf(client)}/dashboard/account/alerts/${alert_reference}`)
  expect(text).not.toContain('A-1')
  const [notification] = (
    await account.server.getJson<{ items: unknown[] }>(`${base}/notifications`, account.tokens.boss)
  ).items
  expect(notification).toMatchObject({
    alert: { client, condition: 'sequence_gap', condition_values: { device: 'A-1' } },
  })
})

it('one person gets at most one e-mail in five minutes; what is raised meanwhile goes into the next one', async () => {
  await raise()
  await sendIn(2)
  await raise({ of: 'B-1' })
  await raise({ of: 'C-1' })
  await sendIn(4)
  expect(mails.received).toHaveLength(1)
  await sendIn(8)
  expect(subjects()).toEqual(['Holdfast: Missing recordings (Severity: Medium)', 'Holdfast: 2 alerts'])
  await raise({ condition: 'payload_failed', of: 'D-1' })
  await sendIn(9)
  expect(subjects()).toHaveLength(3)
  await sendIn(60)
  expect(mails.received).toHaveLength(3)
})

it('quiet hours and e-mails of the hour or the day hold back all but alerts of High severity', async () => {
  await prefer({ email_frequency: 'daily', quiet_hours: { from: '00:00', until: '23:59' }, time_zone: 'Asia/Kolkata' })
  await raise()
  await raise({ condition: 'payload_failed', of: 'B-1' })
  await sendIn(1)
  expect(subjects()).toEqual(['Holdfast: Recordings that do not open (Severity: High)'])
  await sendIn(3 * 24 * 60 - 5)
  expect(subjects()).toHaveLength(2)
})

it('people are told of the types, severities and groups that they chose', async () => {
  const told = async () => {
    const { items } = await account.server.getJson<{ items: { name: string }[] }>(
      `${base}/notifications`,
      account.tokens.boss,
    )
    return items.map(({ name }) => name)
  }
  await prefer({ alert_types: ['PayloadAlert'], groups: ['Paris'], alert_severities: ['Low', 'High'] })
  await raise({ of: 'A-1', group: 'Paris' })
  await raise({ condition: 'payload_failed', of: 'B-1', values: { device: 'B-1' } })
  await raise({ condition: 'payload_late', of: 'C-1', values: { device: 'C-1' }, group: 'Paris' })
  expect(await told()).toEqual([])
  await raise({ condition: 'payload_failed', of: 'D-1', values: { device: 'D-1' }, group: 'Paris' })
  await raise({ condition: 'payload_failed', of: 'E-1', values: { device: 'E-1' }, group: null })
  expect(await told()).toEqual(['Recordings of E-1 do not open', 'Recordings of D-1 do not open'])
})

it('preferences are refused if the product does not know the time zone, and are those of one person', async () => {
  const bad = { ...defaultAlertPreferences, time_zone: 'Europe/Atlantis' }
  expect((await put('boss', '/notification_settings', bad)).body.code).toBe('notification.bad_time_zone')
  for (const own of [{ quiet_hours: { from: '24:00', until: '7:00' } }, { alert_severities: [] }, { other: 1 }]) {
    expect((await put('boss', '/notification_settings', { ...defaultAlertPreferences, ...own })).status).toBe(400)
  }
  await prefer({ email_frequency: 'hourly' })
  const { alerts } = await account.server.getJson<NotificationSettings>(
    `${base}/notification_settings`,
    account.tokens.dora,
  )
  expect(alerts).toEqual(defaultAlertPreferences)
})

it('four workers and hundreds of occurrences at once tell nobody twice', async () => {
  const devices = Array.from({ length: 25 }, (_, n) => `W-${n}`)
  const { platform } = account.server.api
  const { databaseUrl } = account.server.settings
  const jobs = [tellAlert, sendAlertEmail]
  const workers = await Promise.all(
    Array.from({ length: 4 }, () => runJobs({ platform, databaseUrl: String(databaseUrl), jobs, concurrency: 2 })),
  )
  try {
    await Promise.all(
      Array.from({ length: 12 }, () =>
        account.write(async (tx) => {
          for (const device of devices) {
            const cause = { condition: 'payload_failed', of: device, values: { device }, group: 'London' } as const
            await raiseAlert(tx, cause)
          }
        }),
      ),
    )
    await vi.waitFor(
      async () => {
        await Promise.all(Array.from({ length: 4 }, () => beginAlertEmails.handle(context(), {})))
        expect(await emailsOf('sent')).toHaveLength(devices.length)
      },
      { timeout: 60_000, interval: 200 },
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  const links = mails.received.flatMap(({ text }) => bodyOf(text).match(/\/alerts\/[0-9A-Z]{26}/g) ?? [])
  expect(new Set(links).size).toBe(devices.length)
  expect(links).toHaveLength(devices.length)
  const ids = mails.received.map(({ text }) => /Message-ID: (.*)/.exec(text)?.[1])
  expect(new Set(ids).size).toBe(ids.length)
  const { items } = await account.server.getJson<{ items: unknown[] }>(
    `${base}/notifications?limit=100`,
    account.tokens.boss,
  )
  expect(items).toHaveLength(devices.length)
}, 120_000)

it('a mail server that is away loses nothing', async () => {
  await raise()
  refusal = 451
  await expect(sendIn(2)).rejects.toThrow('451')
  expect(await emailsOf('sending')).toHaveLength(1)
  refusal = null
  await sendIn(3)
  await sendIn(4)
  expect(mails.received).toHaveLength(1)
  expect(sendAlertEmailJob.maxAttempts).toBeGreaterThan(15)
})

it('an address that refuses e-mails is shown to its person and to administrators until one is taken', async () => {
  const failedAt = async () => {
    const settings = `${base}/notification_settings`
    const { email } = await account.server.getJson<NotificationSettings>(settings, account.tokens.boss)
    const people = `${base}/portal_users?filter[search]=boss`
    const { items } = await account.server.getJson<{ items: PortalUser[] }>(people, account.tokens.boss)
    expect(items[0]?.email_failed_at).toBe(email.failed_at)
    return email.failed_at
  }
  refusal = 550
  await raise()
  await sendIn(2)
  expect(await emailsOf('failed')).toHaveLength(1)
  expect(await failedAt()).toMatch(/^\d{4}-/)
  refusal = null
  await raise({ of: 'B-1' })
  await sendIn(10)
  expect(await failedAt()).toBeNull()
})

it('no e-mail is sent about what was read, by then not allowed or not wanted any more', async () => {
  await raise()
  const { items } = await account.server.getJson<{ items: { notification_reference: string }[] }>(
    `${base}/notifications`,
    account.tokens.boss,
  )
  const until = items[0]?.notification_reference
  const token = account.tokens.boss
  await account.server.call('POST', `${base}/notifications/read_all`, { token, body: { until } })
  await sendIn(2)
  await raise({ of: 'B-1' })
  await put('boss', '/notification_settings/alert_ops_other', { delivery: 'portal' })
  await sendIn(2)
  await put('boss', '/notification_settings/alert_ops_other', { delivery: 'portal_and_email' })
  await raise({ of: 'C-1' })
  await account.server.setRoles(client, 'boss', ['Reviewer'])
  await sendIn(2)
  await account.server.setRoles(client, 'boss', ['Account Administrator'])
  expect(mails.received).toEqual([])
  expect(await emailsOf('dropped')).toHaveLength(3)
})
