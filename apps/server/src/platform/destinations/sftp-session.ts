import type { Socket } from 'node:net'
import type { Client, SFTPWrapper } from 'ssh2'
import { type DestinationParts, limitsOf } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'

/** The answer of an SFTP server that refused a request. */
export class SftpRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const sftpStatus = { noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 } as const

interface SignedIn {
  client: Client
  socket: Socket
  sftp: SFTPWrapper
  parts: DestinationParts
  /** Ends the session. */
  signal: AbortSignal
  secrets: readonly (string | null)[]
}

/**
 * A signed-in session. Every request ends: with its answer, or because the connection ended, nothing was answered for the time limit, or
 * the signal was aborted.
 */
export class SftpSession {
  readonly #signedIn: SignedIn
  readonly #waiting = new Set<(error: Error) => void>()
  #timer: NodeJS.Timeout | undefined
  #ended: DestinationError | null = null

  constructor(signedIn: SignedIn) {
    this.#signedIn = signedIn
    const { client, sftp, signal, secrets } = signedIn
    const interrupted = (reason: string): void => this.end(new DestinationError('interrupted', reason))
    client.on('error', ({ message }) => interrupted(`The connection was lost: ${shownAnswer(message, secrets)}`))
    client.on('close', () => interrupted('The server ended the connection'))
    sftp.on('close', () => interrupted('The server ended the SFTP session'))
    signal.addEventListener('abort', this.#onAbort, { once: true })
    if (signal.aborted) this.#onAbort()
  }

  /** Whether the connection is over. */
  get hasEnded(): boolean {
    return this.#ended !== null
  }

  /**
   * Sends one request.
   * @throws SftpRefusal if the server refused it
   * @throws DestinationError if there was no answer
   */
  request<Answer = void>(
    send: (sftp: SFTPWrapper, done: (error: unknown, answer?: Answer) => void) => void,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) return reject(this.#ended)
      this.#waiting.add(reject)
      if (this.#waiting.size === 1) this.#restartTimer()
      const done = (error: unknown, answer?: Answer): void => {
        if (!this.#waiting.delete(reject)) return
        this.#restartTimer()
        if (error) reject(this.#refusalOf(error))
        else resolve(answer as Answer)
      }
      try {
        send(this.#signedIn.sftp, done)
      } catch (error) {
        done(error)
      }
    })
  }

  /** Ends the session, and with it what is under way. */
  end(reason: DestinationError): void {
    if (this.#ended) return
    this.#ended = reason
    clearTimeout(this.#timer)
    const { client, socket, signal } = this.#signedIn
    signal.removeEventListener('abort', this.#onAbort)
    client.end()
    socket.destroy()
    for (const reject of this.#waiting) reject(reason)
    this.#waiting.clear()
  }

  readonly #onAbort = (): void => this.end(new DestinationError('cancelled', 'The connection was cancelled'))

  /** Any answer is progress, so that many small writes over a slow connection are not mistaken for a dead one. */
  #restartTimer(): void {
    clearTimeout(this.#timer)
    if (this.#waiting.size === 0 || this.#ended) return
    const { idleMs } = limitsOf(this.#signedIn.parts)
    this.#timer = setTimeout(
      () => this.end(new DestinationError('timeout', `The server did not answer for ${idleMs / 1000} s`)),
      idleMs,
    )
  }

  #refusalOf(error: unknown): Error {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const text = shownAnswer(String(message ?? ''), this.#signedIn.secrets)
    if (typeof code === 'number') return new SftpRefusal(code, text)
    // ssh2 throws these itself for extensions that the server does not have.
    if (/not supported|does not support/i.test(text)) return new SftpRefusal(sftpStatus.unsupported, text)
    return this.#ended ?? new DestinationError('interrupted', text === '' ? 'The connection ended' : text)
  }
}
