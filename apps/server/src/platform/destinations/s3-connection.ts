import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP } from 'node:net'
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { assertAllowedAddress, ForbiddenAddress, guardedLookup } from '../network/index.ts'
import { type DestinationParts, limitsOf, type S3Options } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'
import { readS3Destination, regionOf, type S3Place } from './s3-address.ts'
import { assumeRole, type RoleCredentials } from './s3-role.ts'

/** The least speed at which a store is waited for, beside the time limit for an answer. */
const leastBytesPerMs = 4

/** A client of one customer's store, with limits and errors of a destination. */
export class S3Connection {
  readonly place: S3Place
  /** The store's time, as its last response gave it. */
  storeDate: Date | null = null
  readonly #client: S3Client
  readonly #parts: DestinationParts
  readonly #signal: AbortSignal
  readonly #agents: { httpAgent?: HttpAgent; httpsAgent?: HttpsAgent }
  readonly #secrets: string[] = []

  /** @throws DestinationError */
  constructor(parts: DestinationParts, options: S3Options, signal: AbortSignal) {
    this.place = readS3Destination(options.destination)
    this.#parts = parts
    this.#signal = signal
    this.#agents = agentsFor(parts, options)
    const { connectMs, idleMs } = limitsOf(parts)
    this.#client = new S3Client({
      region: regionOf(options),
      credentials: async () => this.#remember(await assumeRole(parts, options, signal)),
      requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs, ...this.#agents },
      // Sent and compared by us, also where a store does not know them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint, forcePathStyle: true }),
    })
    this.#client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args)
        const { headers } = result.response as { headers?: Record<string, string> }
        const date = new Date(headers?.date ?? '')
        if (!Number.isNaN(date.getTime())) this.storeDate = date
        return result
      },
      { step: 'deserialize', name: 'dateOfStore', priority: 'low' },
    )
  }

  /** Borrows the role, which every command does as well once what was borrowed has expired. @throws DestinationError */
  async signIn(): Promise<void> {
    await this.#client.config.credentials()
  }

  /**
   * Sends one command.
   * @param bytes how much it sends or receives, which takes time
   * @param command given the client and the options of the call
   */
  async send<Answer>(
    command: (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Answer>,
    { bytes = 0, signal }: { bytes?: number; signal?: AbortSignal } = {},
  ): Promise<Answer> {
    const late = AbortSignal.timeout(limitsOf(this.#parts).idleMs + Math.ceil(bytes / leastBytesPerMs))
    const abortSignal = AbortSignal.any([late, this.#signal, ...(signal ? [signal] : [])])
    try {
      return await command(this.#client, { abortSignal })
    } catch (error) {
      if (error instanceof S3ServiceException || error instanceof DestinationError) throw error
      if (abortSignal.aborted && !late.aborted) throw new DestinationError('cancelled', 'The transfer was cancelled')
      throw connectionError(error, late.aborted, this.#secrets)
    }
  }

  /** Explains an error of the store to people. */
  explain(error: unknown): unknown {
    return error instanceof S3ServiceException ? refusalOf(error, this.#secrets) : error
  }

  close(): void {
    this.#client.destroy()
    this.#agents.httpAgent?.destroy()
    this.#agents.httpsAgent?.destroy()
  }

  #remember(credentials: RoleCredentials): RoleCredentials {
    this.#secrets.push(credentials.secretAccessKey, credentials.sessionToken)
    return credentials
  }
}

/** Only the address of a store that the customer names is guarded. Amazon's is not theirs to choose. */
const agentsFor = (
  parts: DestinationParts,
  { endpoint }: S3Options,
): { httpAgent?: HttpAgent; httpsAgent?: HttpsAgent } => {
  if (endpoint === undefined) return {}
  const { allowPrivateAddresses } = parts.settings
  const guard = { allowPrivateAddresses, ...(parts.resolve ? { resolve: parts.resolve } : {}) }
  assertEndpoint(endpoint, allowPrivateAddresses)
  const options = { keepAlive: true, lookup: guardedLookup(guard) }
  return { httpAgent: new HttpAgent(options), httpsAgent: new HttpsAgent(options) }
}

/** @throws DestinationError */
export const assertEndpoint = (endpoint: string, allowPrivateAddresses: boolean): URL => {
  const url = URL.parse(endpoint)
  if (url?.username !== '' || url.search !== '' || url.hash !== '') {
    throw new DestinationError('invalid_name', 'The endpoint is not a plain address')
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allowPrivateAddresses)) {
    throw new DestinationError('forbidden_address', 'The endpoint must begin with https://')
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  try {
    // A literal address is not looked up.
    if (isIP(host) !== 0) assertAllowedAddress(host, { allowPrivateAddresses })
  } catch (error) {
    throw connectionError(error, false, [])
  }
  return url
}

const connectionError = (error: unknown, isLate: boolean, secrets: readonly string[]): DestinationError => {
  if (error instanceof ForbiddenAddress)
    return new DestinationError('forbidden_address', `The endpoint: ${error.message}`)
  const { name, message, code } = error as { name?: string; message?: string; code?: string }
  if (isLate || name === 'TimeoutError') return new DestinationError('timeout', 'The store did not answer in time')
  const text = code ?? message ?? String(name)
  return new DestinationError('unreachable', `The store could not be reached: ${shownAnswer(text, secrets)}`)
}

const signInFailures = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
]
const fullNames = ['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']

const refusalOf = (error: S3ServiceException, secrets: readonly string[]): DestinationError => {
  const status = error.$metadata.httpStatusCode ?? 0
  const words = shownAnswer(`${error.name}: ${error.message}`, secrets)
  if (status === 507 || fullNames.includes(error.name))
    return new DestinationError('no_space', `The store is full (${words})`)
  if (signInFailures.includes(error.name))
    return new DestinationError('sign_in', `The store refused the role (${words})`)
  if (status === 404) return new DestinationError('not_found', `The bucket does not exist (${words})`)
  if (status >= 300 && status < 400) {
    return new DestinationError('refused', `The bucket is in another region or at another address (${words})`)
  }
  if (status >= 500 || status === 429) return new DestinationError('unreachable', `The store failed (${words})`)
  return new DestinationError('refused', `The store refused it (${words})`)
}
