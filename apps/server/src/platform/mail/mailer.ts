import { createTransport } from 'nodemailer'
import type { Settings } from '../settings/index.ts'

/** An e-mail in plain text to one person. */
interface Mail {
  /** A single address. */
  to: string
  subject: string
  text: string
  /** Identifies the message: whoever gets it twice, because the first answer of the mail server was lost, can tell. */
  id: string
}

export interface Mailer {
  /**
   * Hands an e-mail to the mail server.
   * @throws MailRefused if trying again would be refused again; any other error may pass
   */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/** The mail server does not take this e-mail, or not for this address. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

const connectionMs = 10_000
const silenceMs = 30_000

/**
 * The mail server that SMTP_URL names; `null` without it. Does not connect: a server that is down now may be up when there is an
 * e-mail. Certificates are verified, and except on this machine itself nothing is sent without TLS.
 */
export const openMailer = ({ smtpUrl, mailFrom }: Pick<Settings, 'smtpUrl' | 'mailFrom'>): Mailer | null => {
  if (smtpUrl === undefined || mailFrom === undefined) return null
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const transport = createTransport({
    // Brackets belong to the host of a URL, not to an IPv6 address of a socket.
    host: hostname.replace(/^\[|\]$/g, ''),
    ...(port && { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: !isThisMachine,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: connectionMs,
    greetingTimeout: connectionMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = mailFrom.slice(mailFrom.indexOf('@') + 1)
  return {
    send: async ({ to, subject, text, id }, signal) => {
      const mail = {
        from: { name: 'Holdfast', address: mailFrom },
        to: { name: '', address: to },
        subject: shownAsTyped(subject),
        text,
        messageId: `<${id}@${domain}>`,
        // No automatic replies, such as 'out of office' (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
      }
      await transport.sendMail(signal ? { ...mail, signal } : mail).catch((error: unknown) => {
        throw problemOf(error)
      })
    },
  }
}

/**
 * A subject that contains `=?` could be read as encoded words, so all of it is encoded (RFC 2047). Mail programs drop the spaces between
 * the words. The library encodes other characters itself.
 */
const shownAsTyped = (subject: string): string => {
  if (!subject.includes('=?')) return subject
  const characters = [...subject]
  const words: string[] = []
  // An encoded word has at most 75 characters.
  for (let at = 0; at < characters.length; at += 10) {
    words.push(`=?UTF-8?B?${Buffer.from(characters.slice(at, at + 10).join('')).toString('base64')}?=`)
  }
  return words.join(' ')
}

/** Without the answer of the mail server, which may repeat the address: the log names no people. */
const problemOf = (error: unknown): Error => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const words = ['The mail server did not take an e-mail:', code, command, responseCode]
    .filter((word) => word !== undefined)
    .join(' ')
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfThisMail && isPermanent(responseCode) ? new MailRefused(words) : new Error(words)
}

/** Of a sender that may not log in yet, the next try may succeed: only what is said of the e-mail itself is final. */
const isPermanent = (responseCode: number | undefined): boolean => responseCode !== undefined && responseCode >= 550
