import { Readable } from 'node:stream'
import { type CallDeclaration, errorRecord, fullPath, isAccountCall, type ProductError } from '@holdfast/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Activity } from '../activities/activity.ts'
import { recordedParameters } from '../activities/recorded-parameters.ts'
import { providerClient } from '../clients/clients.ts'
import type { Platform } from '../platform.ts'
import { admit, clientOf } from './admission.ts'
import { nobodyYet } from './admitted.ts'
import { answerWriter } from './answers.ts'
import { callerAddress } from './caller-address.ts'
import type { ServedCall } from './handlers.ts'
import { isDenial, retryAfter, toProductError } from './product-errors.ts'
import { RequestContext } from './request-context.ts'
import { routePath, routeSchema } from './route-schema.ts'
import { inputCheck } from './validation.ts'

/** Registers one call with everything that the kernel guarantees (ARCHITECTURE.md, 'One call, one sentence'). */
export const registerCall = (app: FastifyInstance, platform: Platform, served: ServedCall): void => {
  const { call } = served
  const answer = callAnswerer(platform, served)
  app.route({
    method: call.method,
    url: routePath(call),
    schema: routeSchema(call),
    ...(call.maxBodyBytes ? { bodyLimit: call.maxBodyBytes } : {}),
    exposeHeadRoute: false,
    // Faults of the body's text reach the pipeline too, so that they are refused and recorded like any other.
    attachValidation: true,
    handler: (request, reply) => answer(request, reply),
    errorHandler: (error, request, reply) => refuseEarly(platform, call, error, request, reply),
  })
}

/** What a call's schemas compile to. */
const compile = (call: CallDeclaration) => {
  const { response, responseKind = 'json' } = call
  return {
    checkInput: inputCheck(call),
    write: response && responseKind === 'json' ? answerWriter({ ...call, response }) : null,
  }
}

const callAnswerer = (platform: Platform, { call, handler }: ServedCall) => {
  // Compiled when the call is first made: all of them together would be nearly half of the time to start.
  let compiled: ReturnType<typeof compile> | undefined
  const name = `${call.method} ${fullPath(call)}`

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const stopTimer = platform.metrics.calls.startTimer({ call: name })
    const activity = beginActivity(call, request)
    try {
      const admitted = nobodyYet(activity.client)
      await admitInto(activity, platform, call, request, admitted)
      compiled ??= compile(call)
      const { checkInput, write } = compiled
      const input = checkInput({ params: ownParams(call, request), query: request.query, body: request.body })
      const ctx = new RequestContext({ platform, call, activity, request, reply, ...admitted })
      const result = await handler(ctx, input)
      const body = write ? write(result) : null
      if (!activity.isWritten || activity.isVisit) await recordAnswer(platform, activity, result)
      stopTimer({ status: String(activity.outcome.status_code) })
      return send(reply, call, body, result)
    } catch (error) {
      const refusal = await refuse(platform, activity, error, request)
      stopTimer({ status: String(refusal.status) })
      return sendError(reply, refusal)
    }
  }
}

/** Writes what the call's own transaction did not: with what staff do in a customer's account, to the provider's trail too. */
const record = async ({ activities, clients }: Platform, activity: Activity): Promise<void> => {
  const trail = await clients.forTrail(activity.client)
  if (!activity.isWritten) await activities.record(trail, activity)
  if (activity.isVisit && trail !== providerClient) await activities.record(providerClient, activity)
}

/** What can't be recorded is not answered. */
const recordAnswer = async (platform: Platform, activity: Activity, result: unknown): Promise<void> => {
  try {
    await record(platform, activity)
  } catch (error) {
    if (result instanceof Readable) result.destroy()
    throw error
  }
}

/** Admits the caller; the trail names them and their account also when they are refused. */
const admitInto = async (
  activity: Activity,
  platform: Platform,
  call: CallDeclaration,
  request: FastifyRequest,
  admitted = nobodyYet(activity.client),
): Promise<void> => {
  try {
    await admit(platform, call, request, admitted)
  } finally {
    activity.client = admitted.client
    activity.principal = admitted.principal
  }
}

/** The parameters that the call itself declares; the account of an account's call was read from the path before. */
const ownParams = (call: CallDeclaration, request: FastifyRequest): Record<string, unknown> => {
  const { client, ...params } = request.params as Record<string, unknown>
  return isAccountCall(call) || client === undefined ? params : { client, ...params }
}

const send = (reply: FastifyReply, call: CallDeclaration, body: string | null, result: unknown): FastifyReply => {
  if (call.responseKind === 'stream' || call.responseKind === 'events') return reply.send(result)
  if (body === null) return reply.code(204).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

const beginActivity = (call: CallDeclaration, request: FastifyRequest): Activity =>
  new Activity({
    call,
    client: clientOf(call, request),
    principal: { kind: 'anonymous' },
    address: callerAddress(request),
    browser: request.headers['user-agent']?.slice(0, 255) ?? null,
    request_id: request.id,
    parameters: recordedParameters({ ...(request.params as object), ...(request.query as object) }) as Record<
      string,
      unknown
    >,
  })

/** Records a refusal or failure outside the transaction that rolled back, and answers what may be said of it. */
const refuse = async (
  platform: Platform,
  activity: Activity,
  error: unknown,
  request: FastifyRequest,
): Promise<ProductError> => {
  const refusal = toProductError(error)
  if (refusal.code === 'server.internal') request.log.error({ err: error }, 'a call failed')
  try {
    activity.outcome = { status_code: refusal.status, refusal: { reason: refusal.code, isDenial: isDenial(refusal) } }
    activity.isWritten = false
    await record(platform, activity)
  } catch (recordingError) {
    request.log.error({ err: recordingError }, 'a refusal could not be recorded')
    // Whoever tries what they may not, while the trail can't be written, learns only that it can't.
    return toProductError(recordingError)
  }
  return refusal
}

/** Refuses what never came to the pipeline, in the same order: who calls is found out before the body's faults are told. */
const refuseEarly = async (
  platform: Platform,
  call: CallDeclaration,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const activity = beginActivity(call, request)
  const isLimited = toProductError(error).status === tooManyRequests
  const fault = isLimited ? error : ((await admitInto(activity, platform, call, request).catch(refusalOf)) ?? error)
  return sendError(reply, await refuse(platform, activity, fault, request))
}

const tooManyRequests = 429
const refusalOf = (refusal: unknown): unknown => refusal

export const sendError = (reply: FastifyReply, error: ProductError): FastifyReply => {
  const seconds = retryAfter(error)
  if (seconds !== null) reply.header('retry-after', String(seconds))
  if (error.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorRecord(error)))
}
