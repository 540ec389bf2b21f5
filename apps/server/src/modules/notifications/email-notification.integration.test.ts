import type { Notification, NotificationKind, NotificationSettings } from '@holdfast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { anAccount, type TestAccount } from '../../../../../tests/setup/test-account.ts'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { emailNotificationJob } from './email-job.ts'
import { emailNotification } from './email-notification.ts'
import { notifyPeople } from './index.ts'

const client = 'northwind'
const base = `/api/admin/v1/${client}`
const metricsToken = 'a-token-of-24-characters'

let account: TestAccount<'boss' | 'otto' | 'lena'>
let mails: MailServer
/** The mail server's answer to the next recipients. `null`: it accepts their e-mails. */
let refusal: number | null = null
const log: string[] = []

beforeAll(async () => {
  mails = await startMailServer({
    onRcptTo: (_, _session, done) =>
      done(refusal === null ? undefined : Object.assign(new Error('not now'), { responseCode: refusal })),
  })
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    HOLDFAST_MAIL_FROM: 'holdfast@example.com',
    HOLDFAST_METRICS_TOKEN: metricsToken,
  }
  account = await anAccount(client)
    .withPerson('boss', 'Account Administrator')
    .withPerson('otto', 'Reviewer')
    .withPerson('lena', 'Reviewer')
    .open({ environment, logTo: { write: (line: string) => void log.push(line) } })
})
afterAll(async () => {
  await account?.close()
  await mails?.stop()
})
beforeEach(async () => {
  refusal = null
  mails.received.length = 0
  await account.write((tx) => tx.db.deleteFrom('notifications').where('client', '=', client).execute())
})

type Person = keyof typeof account.tokens
const choose = async (person: Person, kind: NotificationKind, body: object) => {
  const response = await account.server.call('PUT', `${base}/notification_settings/${kind}`, {
    token: account.tokens[person],
    body,
  })
  return { status: response.status, body: (await response.json()) as NotificationSettings & { code?: string } }
}
const settingsOf = (person: Person) =>
  account.server.getJson<NotificationSettings>(`${base}/notification_settings`, account.tokens[person])

/** Recordings are assigned to somebody. */
const assign = (recipient: Person, name = 'Weekly') =>
  account.write((tx) => notifyPeople(tx, [{ recipient, kind: 'reviews_assigned', caused_by: 'ruth', name, items: 2 }]))
const newestOf = async (person: Person) => {
  const list = `${base}/notifications?limit=1`
  const { items } = await account.server.getJson<{ items: Notification[] }>(list, account.tokens[person])
  return items[0]?.notification_reference ?? ''
}
const queued = async () => {
  const queue = ownerPool(account.server.settings.databaseUrl)
  const jobs = await queue.query(
    `select key, run_at > now() + interval '30 seconds' as is_later from graphile_worker.jobs where task_identifier = $1`,
    [emailNotificationJob.name],
  )
  await queue.end()
  return jobs.rows as { key: string; is_later: boolean }[]
}
/** Runs the job of somebody's newest notification. */
const send = async (recipient: Person, attempt = 1) => {
  const { platform } = account.server.api
  const notification_reference = await newestOf(recipient)
  const context = { platform, attempt, signal: new AbortController().signal }
  await emailNotification.handle(context, { client, recipient, notification_reference })
  return notification_reference
}
const unsent = async () => {
  const metrics = await (await account.server.call('GET', '/metrics', { token: metricsToken })).text()
  return metrics.split('\n').filter((line) => line.startsWith('holdfast_emails{'))
}

describe('an e-mail about a notification', () => {
  it('goes to whoever chose it, in their language, and names nobody and nothing', async () => {
    await assign('otto')
    expect(await queued()).toEqual([])
    expect((await choose('otto', 'reviews_assigned', { delivery: 'portal_and_email', locale: 'pt-BR' })).status).toBe(
      200,
    )
    await assign('otto', 'The Lisbon desk')
    await assign('lena')
    const reference = await newestOf('otto')
    expect(await queued()).toEqual([{ key: `email_notification:${reference}`, is_later: true }])
    expect(await unsent()).toEqual(['holdfast_emails{state="waiting"} 1'])
    await send('otto')
    expect(mails.received).toMatchObject([{ from: 'holdfast@example.com', to: ['otto@example.com'] }])
    const [{ text } = { text: '' }] = mails.received
    expect(text).toContain(`Message-ID: <${reference}@example.com>`)
    const body = decoded(text)
    expect(body).toContain('Há gravações para você revisar')
    expect(body).toContain(`${account.server.originOf(client)}/dashboard#notifications`)
    expect(body).not.toMatch(/ruth|Lisbon|\b2\b/)
    expect(await unsent()).toEqual([])
  })

  it('is sent once, however often its job runs', async () => {
    await choose('otto', 'reviews_assigned', { delivery: 'portal_and_email', locale: 'en-GB' })
    await assign('otto')
    await send('otto')
    await send('otto')
    expect(mails.received).toHaveLength(1)
    expect(decoded(mails.received[0]?.text ?? '')).toContain('Recordings wait for your review')
  })

  it('is not sent once the notification was read, the choice was taken back or the person was removed', async () => {
    const reading = async () => {
      const body = { until: await newestOf('otto') }
      await account.server.call('POST', `${base}/notifications/read_all`, { token: account.tokens.otto, body })
    }
    const takingBack = () => choose('otto', 'reviews_assigned', { delivery: 'portal' })
    for (const doing of [reading, takingBack]) {
      await choose('otto', 'reviews_assigned', { delivery: 'portal_and_email' })
      await assign('otto')
      await doing()
      await send('otto')
    }
    await choose('lena', 'reviews_assigned', { delivery: 'portal_and_email' })
    await assign('lena')
    const notification_reference = await newestOf('lena')
    await account.server.call('DELETE', `${base}/portal_users/lena`, { token: account.tokens.boss })
    const { platform } = account.server.api
    const context = { platform, attempt: 1, signal: new AbortController().signal }
    await emailNotification.handle(context, { client, recipient: 'lena', notification_reference })
    expect([mails.received, await unsent()]).toEqual([[], []])
  })
})

describe('a mail server', () => {
  it('that fails is tried again; the last failure is told to the person and counted', async () => {
    await choose('otto', 'reviews_assigned', { delivery: 'portal_and_email' })
    await assign('otto')
    refusal = 451
    await expect(send('otto')).rejects.toThrow('451')
    expect((await settingsOf('otto')).email).toEqual({ state: 'ready', address: 'otto@example.com', failed_at: null })
    await expect(send('otto', emailNotificationJob.maxAttempts)).rejects.toThrow('451')
    expect((await settingsOf('otto')).email.failed_at).toMatch(/^\d{4}-/)
    expect(await unsent()).toEqual(['holdfast_emails{state="failed"} 1'])
    refusal = null
    await assign('otto', 'Another queue')
    await send('otto')
    expect((await settingsOf('otto')).email.failed_at).toBeNull()
  })

  it('that refuses an e-mail for good is not asked again', async () => {
    await choose('otto', 'reviews_assigned', { delivery: 'portal_and_email' })
    await assign('otto')
    refusal = 550
    await send('otto')
    refusal = null
    await send('otto')
    expect(mails.received).toEqual([])
    expect((await settingsOf('otto')).email.failed_at).not.toBeNull()
    expect(log.join()).toContain('an e-mail about a notification was refused')
    expect(log.join()).not.toContain('otto@')
  })
})

describe('without an address', () => {
  it.each(['', 'nobody', 'a@x.example, b@y.example', 'Eve <eve@x.example>', 'eve@x.example\r\nBcc: all@x.example'])(
    'nobody can choose e-mails: %j',
    async (email) => {
      await account.write((tx) =>
        tx.db
          .updateTable('portal_users')
          .set({ email })
          .where('client', '=', client)
          .where('user_reference', '=', 'otto')
          .execute(),
      )
      expect((await settingsOf('otto')).email.state).toBe('no_address')
      expect(await choose('otto', 'mentioned', { delivery: 'portal_and_email' })).toMatchObject({
        status: 409,
        body: { code: 'notification.no_email' },
      })
    },
  )
})

/** The text of an e-mail, whose lines nodemailer encodes as quoted-printable. */
const decoded = (text: string): string => {
  const body = text.slice(text.indexOf('\r\n\r\n')).replaceAll('=\r\n', '')
  return Buffer.from(
    body.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
}
