import tls from 'node:tls'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { decodedWords } from '../../../test/mail-words.ts'
import { selfSignedCertificate } from '../../../test/self-signed-certificate.ts'
import { type Mailer, MailRefused, openMailer } from './index.ts'

const mail = { to: 'ruth@example.com', subject: 'Gravações', text: 'Há gravações para você.\n', id: '01K' }
const trusted = selfSignedCertificate()

const servers: MailServer[] = []
const serverWith = async (options: Parameters<typeof startMailServer>[0]): Promise<MailServer> => {
  const server = await startMailServer(options)
  servers.push(server)
  return server
}
const mailerAt = (smtpUrl: string): Mailer => {
  const mailer = openMailer({ smtpUrl, mailFrom: 'holdfast@example.com' })
  if (!mailer) throw new Error('no mailer')
  return mailer
}
const failureOf = (sending: Promise<void>): Promise<Error> =>
  sending.then(
    () => expect.fail('was sent'),
    (error: Error) => error,
  )

beforeAll(() => tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted.cert]))
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))

it('without SMTP_URL there is no mailer', () => {
  expect(openMailer({ smtpUrl: undefined, mailFrom: undefined })).toBeNull()
})

describe('an e-mail', () => {
  it('arrives with its sender, recipient, subject, text and Message-ID', async () => {
    const server = await serverWith({})
    await mailerAt(`smtp://127.0.0.1:${server.port}`).send(mail)
    expect(server.received).toMatchObject([
      { from: 'holdfast@example.com', to: ['ruth@example.com'], isOverTls: false },
    ])
    const [{ text } = { text: '' }] = server.received
    expect(text).toContain('From: Holdfast <holdfast@example.com>')
    expect(text).toContain('Message-ID: <01K@example.com>')
    expect(text).toContain('Auto-Submitted: auto-generated')
    expect(text).toMatch(/Subject: =\?UTF-8\?/)
  })

  it('has its subject as it was typed, also where that looks like encoded words', async () => {
    const server = await serverWith({})
    const typed = 'Holdfast: =?utf-8?B?UGF5IG5vdw==?= – a name that is as long as the names of reports can be'
    await mailerAt(`smtp://127.0.0.1:${server.port}`).send({ ...mail, subject: typed })
    const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(server.received[0]?.text ?? '')?.[1] ?? ''
    expect(subject).not.toContain('UGF5IG5vdw==')
    expect(decodedWords(subject)).toBe(typed)
  })

  it.each(['smtp', 'smtps'])('goes over verified TLS, after a login: %s', async (protocol) => {
    const logins: unknown[] = []
    const server = await serverWith({
      ...trusted,
      secure: protocol === 'smtps',
      authOptional: false,
      onAuth: ({ username, password }, _, done) => {
        logins.push([username, password])
        done(null, { user: username })
      },
    })
    await mailerAt(`${protocol}://holdfast:p%40ss@127.0.0.1:${server.port}`).send(mail)
    expect(server.received).toMatchObject([{ to: ['ruth@example.com'], isOverTls: true }])
    expect(logins).toEqual([['holdfast', 'p@ss']])
  })

  it.each(['smtp', 'smtps'])('is not sent to a server whose certificate nobody trusts: %s', async (protocol) => {
    const server = await serverWith({ ...selfSignedCertificate(), secure: protocol === 'smtps' })
    await failureOf(mailerAt(`${protocol}://127.0.0.1:${server.port}`).send(mail))
    expect(server.received).toEqual([])
  })

  it('is not sent without TLS to another machine', async () => {
    // Another address of loopback, which is not known to be this machine.
    const server = await serverWith({ address: '127.0.0.2' })
    const error = await failureOf(mailerAt(`smtp://127.0.0.2:${server.port}`).send(mail))
    expect(error.message).toContain('ETLS')
    expect(server.received).toEqual([])
  })
})

describe('a failure', () => {
  const refusing = (responseCode: number) =>
    serverWith({
      onRcptTo: (to, _, done) => done(Object.assign(new Error(`${to.address} is unknown`), { responseCode })),
    })

  it('is final if the server will not take this e-mail; its words, which may name people, are left out', async () => {
    const { port } = await refusing(550)
    const error = await failureOf(mailerAt(`smtp://127.0.0.1:${port}`).send(mail))
    expect(error).toBeInstanceOf(MailRefused)
    expect(error.message).toBe('The mail server did not take an e-mail: EENVELOPE RCPT TO 550')
  })

  it('may pass if the server says so, is not there, or does not know the password', async () => {
    const later = await refusing(451)
    const knowsNobody = await serverWith({ ...trusted, onAuth: (_auth, _session, done) => done(new Error('no')) })
    const urls = [
      `smtp://127.0.0.1:${later.port}`,
      'smtp://127.0.0.1:1',
      `smtp://holdfast:hunter2@127.0.0.1:${knowsNobody.port}`,
    ]
    for (const url of urls) {
      const error = await failureOf(mailerAt(url).send(mail))
      expect(error).not.toBeInstanceOf(MailRefused)
      expect(JSON.stringify([error.message, error.stack, error.cause])).not.toMatch(/hunter2|ruth@/)
    }
  })
})
