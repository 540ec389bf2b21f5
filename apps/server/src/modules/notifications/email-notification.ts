import { type Locale, locales } from '@holdfast/contract'
import { portalOriginOf } from '../../core/hosts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { MailRefused } from '../../platform/mail/index.ts'
import { findPerson } from '../portal-users/index.ts'
import { choicesOf } from './choices.ts'
import { type EmailJob, emailNotificationJob } from './email-job.ts'
import { findWaitingEmail, settleEmail } from './email-state.ts'
import { emailText } from './email-texts.ts'
import { mailAddressOf } from './mail-address.ts'

/** Opens the list of notifications. */
const listAddress = '/dashboard#notifications'

/**
 * Sends an e-mail about a notification, if its recipient has not read it meanwhile and still wants one. If the worker dies after the mail server
 * took it, it is sent again with the same Message-ID.
 */
export const emailNotification: Job<EmailJob> = {
  definition: emailNotificationJob,
  async handle({ platform, attempt, signal }, job) {
    const { database, log, mailer } = platform
    const settle = (state: 'sent' | 'failed' | null) =>
      database.transaction(job.client, (tx) => settleEmail(tx, job, state))
    const mail = await mailFor(platform, job)
    if (!mail || !mailer) return settle(null)
    try {
      await mailer.send(mail, signal)
    } catch (error) {
      const isRefused = error instanceof MailRefused
      if (isRefused || attempt >= emailNotificationJob.maxAttempts) await settle('failed')
      if (!isRefused) throw error
      log.error({ err: error, client: job.client }, 'an e-mail about a notification was refused')
      return
    }
    await settle('sent')
  },
}

const mailFor = async ({ clients, database, settings }: Platform, job: EmailJob) => {
  const { client, recipient, notification_reference } = job
  const account = await clients.find(client)
  if (!account?.is_active) return null
  return database.read(client, async (tx) => {
    const kind = await findWaitingEmail(tx, job)
    const to = mailAddressOf(await findPerson(tx, recipient))
    const { deliveryOf, locale } = await choicesOf(tx, recipient)
    if (!kind || !to || deliveryOf(kind) !== 'portal_and_email') return null
    const link = `${portalOriginOf(settings, client)}${listAddress}`
    return { to, id: notification_reference, ...emailText(localeOf(locale ?? account.locale), { kind, client, link }) }
  })
}

const localeOf = (locale: string): Locale => locales.find((known) => known === locale) ?? locales[0]
