import { createPrivateKey } from 'node:crypto'
import type { Socket } from 'node:net'
import { type AuthenticationType, type AuthHandlerMiddleware, Client, type SFTPWrapper } from 'ssh2'
import { type DestinationParts, limitsOf, type SftpOptions } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'
import { fingerprintOf, hostKeyAlgorithms, readHostKey } from './host-key.ts'
import { openSshPrivateKey } from './openssh-private-key.ts'

const keepAliveMs = 15_000
const missedKeepAlives = 4

/** The answer of an SFTP server that refused a request. */
export class SftpRefusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const sftpStatus = { noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 } as const

/**
 * A signed-in session. Every request ends: with its answer, or because the connection ended, nothing was answered for the time limit, or
 * the signal was aborted.
 */
export class SftpSession {
  readonly #client: Client
  readonly #socket: Socket
  readonly #sftp: SFTPWrapper
  readonly #parts: DestinationParts
  readonly #waiting = new Set<(error: Error) => void>()
  #timer: NodeJS.Timeout | undefined
  #ended: DestinationError | null = null
  readonly secrets: readonly (string | null)[]

  constructor(parts: {
    client: Client
    socket: Socket
    sftp: SFTPWrapper
    parts: DestinationParts
    secrets: (string | null)[]
  }) {
    this.#client = parts.client
    this.#socket = parts.socket
    this.#sftp = parts.sftp
    this.#parts = parts.parts
    this.secrets = parts.secrets
    this.#client.on('error', (error) =>
      this.#end(new DestinationError('interrupted', connectionLost(error, this.secrets))),
    )
    this.#client.on('close', () => this.#end(new DestinationError('interrupted', 'The server ended the connection')))
    this.#sftp.on('close', () => this.#end(new DestinationError('interrupted', 'The server ended the SFTP session')))
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
        send(this.#sftp, done)
      } catch (error) {
        done(error)
      }
    })
  }

  /** Ends the session, and with it what is under way. */
  end(reason: DestinationError): void {
    this.#end(reason)
  }

  #end(reason: DestinationError): void {
    if (this.#ended) return
    this.#ended = reason
    clearTimeout(this.#timer)
    this.#client.end()
    this.#socket.destroy()
    for (const reject of this.#waiting) reject(reason)
    this.#waiting.clear()
  }

  /** Any answer is progress, so that many small writes over a slow connection are not mistaken for a dead one. */
  #restartTimer(): void {
    clearTimeout(this.#timer)
    if (this.#waiting.size === 0 || this.#ended) return
    const { idleMs } = limitsOf(this.#parts)
    this.#timer = setTimeout(
      () => this.#end(new DestinationError('timeout', `The server did not answer for ${idleMs / 1000} s`)),
      idleMs,
    )
  }

  #refusalOf(error: unknown): Error {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const text = shownAnswer(String(message ?? ''), this.secrets)
    if (typeof code === 'number') return new SftpRefusal(code, text)
    // ssh2 throws these itself for extensions that the server does not have.
    if (/not supported|does not support/i.test(text)) return new SftpRefusal(sftpStatus.unsupported, text)
    return this.#ended ?? new DestinationError('interrupted', text === '' ? 'The connection ended' : text)
  }
}

const connectionLost = (error: Error, secrets: readonly (string | null)[]): string =>
  `The connection was lost: ${shownAnswer(error.message, secrets)}`

export interface SignInEvents {
  /** With the key that the server showed, before it is compared and before anything secret is sent. */
  onHostKey?: (blob: Buffer) => void
  onHostKeyAccepted?: () => void
}

/**
 * Signs in over a connected socket. Without a pinned host key it ends once the server has shown its own, with the error `host_key`.
 * @throws DestinationError
 */
export const signIn = (
  parts: DestinationParts,
  options: SftpOptions,
  { socket, signal, events = {} }: { socket: Socket; signal: AbortSignal; events?: SignInEvents },
): Promise<SftpSession> =>
  new Promise((resolve, reject) => {
    const { connectMs } = limitsOf(parts)
    const secrets = [options.password, options.privateKey]
    const pinned = options.hostKey === null ? null : readHostKey(options.hostKey)
    let keyError: DestinationError | null = null
    const client = new Client()
    const fail = (error: DestinationError): void => {
      signal.removeEventListener('abort', onAbort)
      clearTimeout(timer)
      client.on('error', () => undefined)
      client.end()
      socket.destroy()
      reject(keyError ?? error)
    }
    const onAbort = (): void => fail(new DestinationError('cancelled', 'The connection was cancelled'))
    const timer = setTimeout(
      () =>
        fail(new DestinationError('timeout', `The server did not let anybody sign in within ${connectMs / 1000} s`)),
      connectMs,
    )
    const onError = (error: Error & { level?: string }): void => fail(signInError(error, pinned !== null, secrets))
    const onClose = (): void => fail(new DestinationError('interrupted', 'The server ended the connection'))
    const hostVerifier = (blob: Buffer): boolean => {
      events.onHostKey?.(blob)
      keyError = hostKeyError(options.hostKey, pinned?.blob ?? null, blob)
      if (!keyError) events.onHostKeyAccepted?.()
      return keyError === null
    }
    const onReady = (): void => {
      client.sftp((error, sftp) => {
        if (error) return fail(new DestinationError('refused', 'The server does not offer SFTP to this user'))
        signal.removeEventListener('abort', onAbort)
        clearTimeout(timer)
        client.off('error', onError)
        client.off('close', onClose)
        const session = new SftpSession({ client, socket, sftp, parts, secrets })
        signal.addEventListener(
          'abort',
          () => session.end(new DestinationError('cancelled', 'The connection was cancelled')),
          { once: true },
        )
        resolve(session)
      })
    }
    client.on('error', onError)
    client.on('close', onClose)
    client.on('ready', onReady)
    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    try {
      client.connect({
        sock: socket,
        username: options.username,
        hostVerifier,
        authHandler: authentications(options),
        algorithms: { serverHostKey: hostKeyAlgorithms(pinned) },
        readyTimeout: 0,
        keepaliveInterval: keepAliveMs,
        keepaliveCountMax: missedKeepAlives,
      })
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
  })

const hostKeyError = (given: string | null, pinned: Buffer | null, shown: Buffer): DestinationError | null => {
  if (pinned?.equals(shown)) return null
  const fingerprint = fingerprintOf(shown)
  if (given === null) return new DestinationError('host_key', `No host key is set. The server has ${fingerprint}`)
  if (pinned === null) return new DestinationError('host_key', 'The host key that is set cannot be read')
  return new DestinationError(
    'host_key',
    `The server has another host key, ${fingerprint}, than the one that is set, ${fingerprintOf(pinned)}`,
  )
}

const signInError = (
  { level, message }: Error & { level?: string },
  isPinned: boolean,
  secrets: readonly (string | null)[],
): DestinationError => {
  const text = shownAnswer(message, secrets)
  if (level === 'client-authentication')
    return new DestinationError('sign_in', 'The server did not let this user sign in')
  if (isPinned && /no matching host key/i.test(message)) {
    return new DestinationError('host_key', 'The server has no host key of the type that is set')
  }
  if (level === 'handshake' || level === 'protocol') {
    return new DestinationError('unreachable', `No SSH connection could be agreed on: ${text}`)
  }
  return new DestinationError('interrupted', `The connection ended while signing in: ${text}`)
}

/**
 * Tries the password once: as such, or as the only hidden answer that a server asks for. Trying both would count twice where accounts
 * are locked after wrong passwords.
 */
const authentications = (options: SftpOptions): AuthHandlerMiddleware => {
  const { username, password } = options
  const key = options.privateKey === null ? null : openSshKey(options.privateKey)
  let hasTried = false
  const tryOnce = (method: Parameters<Parameters<AuthHandlerMiddleware>[2]>[0]) => {
    hasTried = true
    return method
  }
  return (methodsLeft: AuthenticationType[] | null, _, next) => {
    // The first request only asks for the methods.
    if (methodsLeft === null) return next({ type: 'none', username })
    if (hasTried) return next(false as never)
    if (password !== null && methodsLeft.includes('password'))
      return next(tryOnce({ type: 'password', username, password }))
    if (password !== null && methodsLeft.includes('keyboard-interactive')) {
      return next(
        tryOnce({
          type: 'keyboard-interactive',
          username,
          prompt: (_name, _instructions, _language, prompts, finish) =>
            finish(prompts.map(({ echo }) => (prompts.length === 1 && !echo ? password : ''))),
        }),
      )
    }
    if (key !== null && methodsLeft.includes('publickey')) return next(tryOnce({ type: 'publickey', username, key }))
    return next(false as never)
  }
}

const openSshKey = (privateKey: string): string =>
  privateKey.includes('BEGIN PRIVATE KEY') ? openSshPrivateKey(createPrivateKey(privateKey)) : privateKey
