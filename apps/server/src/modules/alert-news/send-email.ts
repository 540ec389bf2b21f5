import { type Locale, locales } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import { portalOriginOf } from '../../core/hosts/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { MailRefused } from '../../platform/mail/index.ts'
import { choicesOf, mailAddressOf } from '../notifications/index.ts'
import { findPerson, storeEmailFailure } from '../portal-users/index.ts'
import { type AlertEmail, sendAlertEmailJob } from './begin-emails.ts'
import { alertEmailText } from './email-text.ts'
import { settleTellings, type Telling, tellingsOfEmail } from './tellings.ts'

/**
 * Sends an e-mail about alerts. If the worker dies after the mail server took it, it is sent again with the same Message-ID. A mail
 * server that is away is tried again; what it refuses for good is shown to the person and to administrators.
 */
export const sendAlertEmail: Job<AlertEmail> = {
  definition: sendAlertEmailJob,
  async handle({ platform, attempt, signal }, job) {
    const { database, log, mailer } = platform
    const settle = (state: 'sent' | 'failed' | 'dropped') =>
      database.transaction(job.client, async (tx) => {
        await settleTellings(tx, job.email_reference, state)
        if (state !== 'dropped') await storeEmailFailure(tx, job.recipient, state === 'failed' ? tx.now : null)
      })
    const mail = await mailFor(platform, job)
    if (!mail) return settle('dropped')
    if (!mailer) throw new Error('There is no mail server for e-mails about alerts')
    try {
      await mailer.send(mail, signal)
    } catch (error) {
      const isRefused = error instanceof MailRefused
      if (isRefused || attempt >= sendAlertEmailJob.maxAttempts) await settle('failed')
      if (!isRefused) throw error
      log.error({ err: error, client: job.client }, 'an e-mail about alerts was refused')
      return
    }
    await settle('sent')
  },
}

const mailFor = async ({ clients, database, settings }: Platform, job: AlertEmail) => {
  const { client, recipient, email_reference } = job
  const account = await clients.find(client)
  if (!account?.is_active) return null
  return database.read(client, async (tx) => {
    const tellings = await tellingsOfEmail(tx, email_reference)
    const to = mailAddressOf(await findPerson(tx, recipient))
    if (!to || tellings.length === 0) return null
    const { locale } = await choicesOf(tx, recipient)
    const origin = portalOriginOf(settings, client)
    const alerts = tellings.map((telling) => ({ ...telling, link: `${origin}${addressOf(telling, client)}` }))
    return { to, id: email_reference, ...alertEmailText(localeOf(locale ?? account.locale), { client, alerts }) }
  })
}

const addressOf = ({ alert_client, alert_reference }: Telling, client: string): string =>
  client === providerClient
    ? `/internal/alerts/${alert_client}/${alert_reference}`
    : `/dashboard/account/alerts/${alert_reference}`

const localeOf = (locale: string): Locale => locales.find((known) => known === locale) ?? locales[0]
