import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body, as they were sent. */
  text: string
  isOverTls: boolean
}

export interface MailServer {
  port: number
  received: ReceivedMail[]
  stop(): Promise<void>
}

/** A real SMTP server on loopback. By default it takes every e-mail, without TLS and without a login. */
export const startMailServer = async (
  options: Partial<SMTPServerOptions> & { address?: string } = {},
): Promise<MailServer> => {
  const { address = '127.0.0.1', ...own } = options
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: own.cert ? [] : ['STARTTLS'],
    onData: (stream, { envelope, secure }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map((to) => to.address),
          text: Buffer.concat(chunks).toString(),
          isOverTls: secure,
        })
        done()
      })
    },
    ...own,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
