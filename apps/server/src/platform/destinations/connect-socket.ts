import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type CheckedAddresses, checkedAddresses, ForbiddenAddress } from '../network/index.ts'
import { type DestinationParts, limitsOf } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'

/**
 * The addresses of a host, all of which may be connected to.
 * @throws DestinationError
 */
export const resolveHost = async (
  parts: DestinationParts,
  host: string,
  signal: AbortSignal,
): Promise<CheckedAddresses> => {
  const { allowPrivateAddresses } = parts.settings
  const options = { allowPrivateAddresses, ...(parts.resolve ? { resolve: parts.resolve } : {}) }
  const late = AbortSignal.any([signal, AbortSignal.timeout(limitsOf(parts).connectMs)])
  try {
    // The system's resolver cannot be cancelled, only left alone.
    return await Promise.race([checkedAddresses(host, options), aborted(late)])
  } catch (error) {
    if (signal.aborted) throw new DestinationError('cancelled', 'The connection was cancelled')
    if (error instanceof ForbiddenAddress) {
      throw new DestinationError('forbidden_address', `${shownAnswer(host)}: ${error.message}`)
    }
    throw new DestinationError('unreachable', `The name ${shownAnswer(host)} could not be resolved${codeOf(error)}`)
  }
}

const aborted = async (signal: AbortSignal): Promise<never> => {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/**
 * Connects to one of the checked addresses.
 * @throws DestinationError
 */
export const connectTo = (
  parts: DestinationParts,
  { addresses, host, port }: { addresses: CheckedAddresses; host: string; port: number },
  signal: AbortSignal,
): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { connectMs } = limitsOf(parts)
    // The addresses were resolved and checked: another look-up could give others.
    const socket = connect({
      host,
      port,
      noDelay: true,
      autoSelectFamily: true,
      lookup: (_, { all }, done) =>
        all ? done(null, addresses) : done(null, addresses[0].address, addresses[0].family),
    })
    const place = `${shownAnswer(host)} port ${port}`
    const fail = (error: DestinationError): void => {
      socket.destroy()
      end()
      reject(error)
    }
    const timer = setTimeout(
      () => fail(new DestinationError('timeout', `${place} did not accept a connection within ${connectMs / 1000} s`)),
      connectMs,
    )
    const onAbort = (): void => fail(new DestinationError('cancelled', 'The connection was cancelled'))
    const onError = (error: Error): void =>
      fail(new DestinationError('unreachable', `${place} cannot be connected to${codeOf(error)}`))
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // A socket without a listener for errors would end the process.
      socket.on('error', () => undefined)
      socket.off('error', onError)
    }
    socket.once('error', onError)
    socket.once('connect', () => {
      end()
      resolve(socket)
    })
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
