import { errorRecord, errors, ProductError } from '@holdfast/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { StorageFull, StorageUnavailable } from '../objects/index.ts'

const fastifyCodes: Record<string, (error: FastifyError) => ProductError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => malformed('this Content-Type is not taken here'),
  FST_ERR_BAD_URL: () => malformed('the address is not valid'),
  FST_ERR_MAX_PARAM_LENGTH: () => malformed('the address is too long'),
}

/** PostgreSQL stores neither U+0000 nor invalid UTF-8. */
const textRefusals = new Set(['22021', '22P05'])

/** Deadlock, serialisation failure, lock or statement timeout: the same call may succeed in a moment. */
const busyCodes = new Set(['40P01', '40001', '55P03', '57014'])

/** The disk or the memory of the database is full: the same call succeeds once there is space. */
const fullCodes = new Set(['53100', '53200'])

const malformed = (reason: string) => new ProductError('request.malformed', { reason })

/**
 * Converts every failure to a documented product error. An unexpected one is a fault of ours: its text stays in the log, and
 * the caller learns only that it happened.
 */
export const toProductError = (error: unknown): ProductError => {
  if (error instanceof ProductError) return error
  if (error instanceof StorageUnavailable || error instanceof StorageFull) {
    return new ProductError('server.dependency_down', { part: 'The object store' })
  }
  const { code, statusCode } = (error ?? {}) as FastifyError
  if (textRefusals.has(code ?? '')) return malformed('a text holds a character that cannot be stored')
  if (busyCodes.has(code ?? '') || fullCodes.has(code ?? ''))
    return new ProductError('server.dependency_down', { part: 'The database' })
  const known = fastifyCodes[code ?? '']
  if (known) return known(error as FastifyError)
  if (statusCode === 429) return new ProductError('request.rate_limited')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return malformed('it is not valid HTTP or JSON')
  return new ProductError('server.internal')
}

/** Statuses of refused access. 404 is one of them, because it hides what the caller may not know of. */
const denials: ReadonlySet<number> = new Set([401, 403, 404])

/** Refusals of access, as opposed to calls that were allowed but could not be done. */
export const isDenial = (error: ProductError): boolean => denials.has(errors[error.code][0])

const retryAfterSeconds = 5

/** Seconds for the Retry-After header of responses that invite a retry; `null` for others. */
export const retryAfter = (error: ProductError): number | null => {
  if (error.status !== 429 && error.status !== 503) return null
  return Number(error.details.retry_after_s ?? retryAfterSeconds)
}

/** Whether the caller closed the connection before the request was complete. That is no fault, and nobody reads a response. */
export const isClosed = ({ raw }: Pick<FastifyRequest, 'raw'>): boolean => raw.destroyed && !raw.complete

/** Sends a refusal. Closes the connection rather than wait for a long rest of the request. */
export const sendError = (reply: FastifyReply, error: ProductError): FastifyReply => {
  const seconds = retryAfter(error)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  if (isTooLongToWaitFor(reply.request, error)) reply.header('connection', 'close')
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorRecord(error)))
}

/** Most callers read no response before they have sent everything, so the rest of a short body is read and dropped. */
const longBytes = 64 * 1024

/** Bodies of unknown length count as long. */
export const hasLongBody = ({ raw: { headers } }: Pick<FastifyRequest, 'raw'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > longBytes

const notToSendMore: ReadonlySet<number> = new Set([429, 503])

const isTooLongToWaitFor = (request: FastifyRequest, { status }: ProductError): boolean => {
  if (request.raw.complete) return false
  return status === 408 || status === 413 || (notToSendMore.has(status) && hasLongBody(request))
}
