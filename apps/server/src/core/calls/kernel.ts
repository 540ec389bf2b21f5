import { Readable } from 'node:stream'
import {
  type CallDeclaration,
  calls,
  fullPath,
  isAccountCall,
  ProductError,
  portalReadHeader,
} from '@holdfast/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  assertLengthFits,
  assertReadableQuery,
  type BodyBuffer,
  type CheckedBody,
  callerAddress,
  decodeChunks,
  EventLoopQueue,
  hasLongBody,
  inputCheck,
  isClosed,
  isDenial,
  maxBodyBytesOf,
  NotJson,
  readJson,
  receiveJson,
  responseWriter,
  routePath,
  sendError,
  toProductError,
} from '../../platform/http/index.ts'
import { providerClient } from '../accounts/index.ts'
import type { Activity } from '../activities/index.ts'
import { anonymous } from '../authorization/index.ts'
import { authorizationHeadersOf } from '../identity/index.ts'
import type { Platform } from '../platform.ts'
import { admit, clientOf } from './admission.ts'
import { type Admission, anonymousAdmission } from './admitted.ts'
import { beginActivity } from './begin-activity.ts'
import { anonymousCallerAt, type CallLimits, callerOf } from './caller-budgets.ts'
import type { Handlers, ServedCall } from './handlers.ts'
import { recordCall } from './record-call.ts'
import { RequestContext } from './request-context.ts'

/** A call in progress, from the moment that its headers were read. */
interface CurrentCall {
  call: CallDeclaration
  activity: Activity
  admitted: Admission
  admittedAt: number
  /** The key of the budget that it is charged to. */
  caller: string
  bodyBuffer: BodyBuffer | null
  /** The result for a large body, which the worker thread checked. */
  checked: CheckedBody | undefined
  stopTimer: (labels: { status: string }) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    currentCall: CurrentCall | null
  }
}

/** Accepts JSON bodies: only for calls, within their limits, and after the caller was admitted. */
export const registerBodies = (app: FastifyInstance): void => {
  const { budgets, largeBodies } = app.callLimits
  const queue = new EventLoopQueue()
  app.decorateRequest('currentCall', null)
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const { currentCall: current } = request
    if (!current) throw new ProductError('request.unknown_call')
    // The call takes bytes.
    if (!current.bodyBuffer) {
      throw new ProductError('request.malformed', { reason: 'this Content-Type is not taken here' })
    }
    const { call, caller, bodyBuffer } = current
    const isQuick = await receiveJson(request.bodyTimer?.bytesOf(request.raw) ?? request.raw, {
      maxBytes: maxBodyBytesOf(call),
      bodyBuffer,
      queue,
      spend: (bytes) => budgets.spendBytes(caller, bytes),
    })
    if (isQuick || call.body === undefined) return parse(bodyBuffer)
    current.checked = await largeBodies.check(bodyBuffer, call)
    return current.checked.body
  })
}

const parse = (bodyBuffer: BodyBuffer): unknown => {
  try {
    return readJson(decodeChunks(bodyBuffer.takeChunks()))
  } catch (error) {
    throw error instanceof NotJson ? new ProductError('request.malformed', { reason: error.message }) : error
  }
}

/** Registers calls with everything that the kernel guarantees (ARCHITECTURE.md, 'What the kernel guarantees'). */
export const registerCalls = (app: FastifyInstance, platform: Platform, handlers: Partial<Handlers>): void => {
  for (const [name, handler] of Object.entries(handlers)) {
    const call = calls[name as keyof typeof calls]
    registerCall(app, platform, { call, handler: handler as ServedCall['handler'] })
  }
}

const registerCall = (app: FastifyInstance, platform: Platform, served: ServedCall): void => {
  const { call } = served
  const { callLimits } = app
  const answer = callAnswerer(platform, callLimits, served)
  app.route({
    method: call.method,
    url: routePath(call),
    config: { isCall: true },
    exposeHeadRoute: false,
    onRequest: (request, reply) => admitCall(platform, callLimits, call, request, reply),
    handler: (request, reply) => answer(request, reply),
    errorHandler: (error, request, reply) => refuseCall(platform, callLimits, error, request, reply),
  })
}

/** Compiles the schemas of a call. */
const compile = (call: CallDeclaration) => {
  const { response, responseKind = 'json' } = call
  return {
    checkInput: inputCheck(call),
    write: response && responseKind === 'json' ? responseWriter({ ...call, response }) : null,
  }
}

const compiledCalls = new WeakMap<CallDeclaration, ReturnType<typeof compile>>()

/** Compiles a call's schemas when it is first made: compiling all of them would take nearly half of the start. */
const compiledOf = (call: CallDeclaration): ReturnType<typeof compile> => {
  const compiled = compiledCalls.get(call) ?? compile(call)
  compiledCalls.set(call, compiled)
  return compiled
}

/** Identifies the caller and charges their budget before anything of the body is read. */
const admitCall = async (
  platform: Platform,
  { budgets, memory, bodyTimeouts }: CallLimits,
  call: CallDeclaration,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const anonymousCaller = anonymousCallerAt(callerAddress(request))
  const activity = beginActivity(request, {
    call,
    client: clientOf(call, request),
    principal: anonymous,
    parameters: {
      ...(request.params as object),
      ...(request.query as object),
      ...(isPortalRead(call, request) && { portal_read: true }),
    },
  })
  const current: CurrentCall = {
    call,
    activity,
    admitted: anonymousAdmission(activity.client),
    admittedAt: performance.now(),
    caller: anonymousCaller,
    bodyBuffer: null,
    checked: undefined,
    stopTimer: platform.metrics.calls.startTimer({ call: `${call.method} ${fullPath(call)}` }),
  }
  request.currentCall = current
  const showsToken = authorizationHeadersOf(request.raw).length > 0
  // A caller with a token may be a handset that shares its address with an anonymous caller who spent the budget.
  if (!showsToken || call.action === 'public') budgets.assertWithin(anonymousCaller)
  await admitInto(current, platform, request).catch((refusal: unknown) => {
    budgets.assertWithin(anonymousCaller)
    budgets.spendRequest(anonymousCaller)
    throw refusal
  })
  current.caller = callerOf(current.admitted.client, current.admitted.principal, callerAddress(request))
  budgets.assertWithin(current.caller)
  budgets.spendRequest(current.caller)
  if (call.bodyKind === 'stream') {
    request.bodyTimer?.setLimits(bodyTimeouts.uploads)
    return
  }
  if (call.action !== 'public') request.bodyTimer?.setLimits(bodyTimeouts.json)
  assertLengthFits(request, maxBodyBytesOf(call))
  const bodyBuffer = memory.hold(current.caller)
  bodyBuffer.assertRoom(Number(request.headers['content-length'] ?? 0))
  current.bodyBuffer = bodyBuffer
  reply.raw.once('close', () => bodyBuffer.release())
}

const callAnswerer = (platform: Platform, { bodyTimeouts }: CallLimits, { call, handler }: ServedCall) => {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { currentCall: current } = request
    if (!current) throw new Error(`${call.method} ${call.path} was not admitted`)
    const assertStillAdmitted = async (): Promise<void> => {
      if (performance.now() - current.admittedAt > bodyTimeouts.readmitAfterMs)
        await admitInto(current, platform, request)
    }
    await assertStillAdmitted()
    const { activity, admitted } = current
    const { checkInput, write } = compiledOf(call)
    assertReadableQuery(request.url)
    const raw = { params: ownParams(call, request), query: request.query, body: request.body }
    const input = checkInput(raw, current.checked)
    const ctx = new RequestContext({ platform, call, activity, request, reply, assertStillAdmitted, ...admitted })
    const result = await handler(ctx, input)
    const isUnmodified = call.conditional === true && reply.statusCode === 304
    const body = write && !isUnmodified ? write(result) : null
    if (!activity.isWritten || activity.isVisit) await recordAnswer(platform, activity, result)
    current.stopTimer({ status: String(activity.outcome.status_code) })
    return send(reply, call, body, result)
  }
}

/** No response is sent for a call that can't be recorded. */
const recordAnswer = async (platform: Platform, activity: Activity, result: unknown): Promise<void> => {
  try {
    await recordCall(platform, activity)
  } catch (error) {
    if (result instanceof Readable) result.destroy()
    throw error
  }
}

/** Admits the caller. The trail names the caller and the account even when the call is refused. */
const admitInto = async (current: CurrentCall, platform: Platform, request: FastifyRequest): Promise<void> => {
  const { activity, call } = current
  const admitted = anonymousAdmission(clientOf(call, request))
  try {
    await admit(platform, call, request, admitted)
    current.admitted = admitted
    current.admittedAt = performance.now()
  } finally {
    activity.client = admitted.client
    activity.principal = admitted.principal
  }
}

/** The path parameters that the call itself declares. `client` of an account's call was read from the path before. */
const ownParams = (call: CallDeclaration, request: FastifyRequest): Record<string, unknown> => {
  const { client, ...params } = request.params as Record<string, unknown>
  return isAccountCall(call) || client === undefined ? params : { client, ...params }
}

const send = (reply: FastifyReply, call: CallDeclaration, body: string | null, result: unknown): FastifyReply => {
  if (call.responseKind === 'stream' || call.responseKind === 'events') return reply.send(result)
  if (reply.statusCode === 304) return reply.send()
  if (body === null) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

/** Whether the portal says that it makes this call by itself: of few calls, since the list of the trail hides them. */
const isPortalRead = ({ requestHeaders }: CallDeclaration, { headers }: FastifyRequest): boolean =>
  headers[portalReadHeader] !== undefined && requestHeaders?.[portalReadHeader] !== undefined

/** Records a refusal or failure outside the transaction that rolled back. Returns what the caller may learn of it. */
const refuse = async (
  platform: Platform,
  activity: Activity,
  error: unknown,
  request: FastifyRequest,
): Promise<ProductError> => {
  const refusal = toProductError(error)
  if (refusal.code === 'server.internal') request.log.error({ err: error }, 'a call failed')
  // The caller learns only which dependency failed. Operators need to know why, for example that its disk is full.
  else if (refusal.code === 'server.dependency_down' && refusal !== error)
    request.log.warn({ err: error }, 'a call failed because of a dependency')
  try {
    activity.outcome = { status_code: refusal.status, refusal: { reason: refusal.code, isDenial: isDenial(refusal) } }
    activity.isWritten = false
    await recordCall(platform, activity)
  } catch (recordingError) {
    request.log.error({ err: recordingError }, 'a refusal could not be recorded')
    // While the trail can't be written, a refused caller learns only that.
    return toProductError(recordingError)
  }
  return refusal
}

/** Refuses a call, wherever it failed: when its caller was admitted, when its body was read, or in its handler. */
const refuseCall = async (
  platform: Platform,
  { budgets, refusalDelays }: CallLimits,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { currentCall: current } = request
  const fault = faultOf(error, request)
  if (!current) return sendError(reply, toProductError(fault))
  const refusal = toProductError(fault)
  current.stopTimer({ status: String(refusal.status) })
  const isRecorded = isRecordedSeparately(platform, budgets, current, refusal, callerAddress(request))
  const answered = isRecorded ? await refuse(platform, current.activity, fault, request) : refusal
  if (current.call.bodyKind !== 'stream' && hasLongBody(request)) {
    current.bodyBuffer?.release()
    await refusalDelays.delay(current.caller)
  }
  return sendError(reply, answered)
}

/**
 * Whether the trail gets an entry for this refusal. Of a flood it gets the first in a minute; the metrics count all. A player that
 * waits for a part asks every second, and is refused nothing.
 */
const isRecordedSeparately = (
  { unauthenticatedCalls }: Platform,
  budgets: CallLimits['budgets'],
  { call, activity, caller }: CurrentCall,
  refusal: ProductError,
  address: string,
): boolean => {
  if (refusal.code === 'part.being_made') return false
  if (refusal.code === 'request.rate_limited') return budgets.isFirstRefusal(caller)
  if (refusal.code !== 'auth.required' || activity.principal.kind !== 'anonymous') return true
  // A caller without a token belongs to no account.
  activity.client = providerClient
  return unauthenticatedCalls.count(address, `${call.method} ${call.path}`)
}

const faultOf = (error: unknown, request: FastifyRequest): unknown => {
  if (request.bodyTimer?.hasTimedOut) return new ProductError('request.timeout')
  return isClosed(request) && !(error instanceof ProductError) ? new ProductError('request.incomplete') : error
}
