import type { Socket } from 'node:net'
import { type AuthenticationType, type AuthHandlerMiddleware, Client } from 'ssh2'
import { type DestinationParts, limitsOf, type SftpOptions } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'
import { fingerprintOf, hostKeyAlgorithms, readHostKey } from './host-key.ts'
import { SftpSession } from './sftp-session.ts'

const keepAliveMs = 15_000
const missedKeepAlives = 4

export interface SignInEvents {
  /** With the key that the server showed, before it is compared and before anything secret is sent. */
  onHostKey?: (blob: Buffer) => void
  onHostKeyAccepted?: () => void
}

interface Connected {
  socket: Socket
  signal: AbortSignal
  events?: SignInEvents
}

/**
 * Signs in over a connected socket. Without a pinned host key it ends once the server has shown its own, with the error `host_key`.
 * @throws DestinationError
 */
export const signIn = async (
  parts: DestinationParts,
  options: SftpOptions,
  connected: Connected,
): Promise<SftpSession> => {
  const { socket, signal } = connected
  const client = new Client()
  try {
    return await openSession(client, { parts, options, ...connected })
  } catch (error) {
    // Errors that follow are those of a connection that is not used any more.
    client.on('error', () => undefined)
    client.end()
    socket.destroy()
    throw signal.aborted ? new DestinationError('cancelled', 'The connection was cancelled') : error
  }
}

const openSession = (
  client: Client,
  { parts, options, socket, signal, events = {} }: Connected & { parts: DestinationParts; options: SftpOptions },
): Promise<SftpSession> =>
  new Promise((resolve, reject) => {
    const { connectMs } = limitsOf(parts)
    const secrets = [options.password, options.privateKey]
    const pinned = options.hostKey === null ? null : readHostKey(options.hostKey)
    let keyError: DestinationError | null = null
    const fail = (error: DestinationError): void => reject(keyError ?? error)
    const onError = (error: Error): void => fail(signInError(error, { isPinned: pinned !== null, secrets }))
    const onClose = (): void => fail(new DestinationError('interrupted', 'The server ended the connection'))
    const late = AbortSignal.timeout(connectMs)
    const onAbort = (): void =>
      fail(new DestinationError('timeout', `The server did not let anybody sign in within ${connectMs / 1000} s`))
    for (const one of [late, signal]) one.addEventListener('abort', onAbort, { once: true })
    client.on('error', onError)
    client.on('close', onClose)
    client.on('ready', () =>
      client.sftp((error, sftp) => {
        if (error) return fail(new DestinationError('refused', 'The server does not offer SFTP to this user'))
        client.off('error', onError)
        client.off('close', onClose)
        resolve(new SftpSession({ client, socket, sftp, parts, signal, secrets }))
      }),
    )
    const hostVerifier = (blob: Buffer): boolean => {
      events.onHostKey?.(blob)
      keyError = hostKeyError(options.hostKey, pinned?.blob ?? null, blob)
      if (!keyError) events.onHostKeyAccepted?.()
      return keyError === null
    }
    if (signal.aborted) return onAbort()
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
  { isPinned, secrets }: { isPinned: boolean; secrets: readonly (string | null)[] },
): DestinationError => {
  const text = shownAnswer(message, secrets)
  if (level === 'client-authentication') {
    const hasSecret = secrets.some((secret) => secret !== null)
    const reason = hasSecret ? '' : ': there is no password, and no key until the configuration is saved'
    return new DestinationError('sign_in', `The server did not let this user sign in${reason}`)
  }
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
  const { username, password, privateKey: key } = options
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
