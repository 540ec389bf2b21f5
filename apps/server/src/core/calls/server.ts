import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { limits, ProductError } from '@holdfast/contract'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import {
  assertOneHost,
  BodyMemory,
  type BodyTimeouts,
  BodyTimer,
  bracketQuery,
  ConnectionRefusals,
  callerAddress,
  closerOfUnused,
  defaultBodyTimeouts,
  inviteBodiesWhenRead,
  isClosed,
  LargeBodies,
  RefusalDelays,
  responseCompression,
  securityHeaders,
  sendError,
  toProductError,
  unknownHost,
} from '../../platform/http/index.ts'
import { type Audience, audiencesByHost } from '../hosts/index.ts'
import type { Platform } from '../platform.ts'
import { anonymousCallerAt, CallerBudgets, type CallLimits } from './caller-budgets.ts'
import { registerBodies } from './kernel.ts'

const headersWithinMs = 20_000

declare module 'fastify' {
  interface FastifyInstance {
    callLimits: CallLimits
  }
  interface FastifyRequest {
    /** The body while it arrives; `null` for a request without one. */
    bodyTimer: BodyTimer | null
    /** The audiences that the requested host serves. */
    audiences: ReadonlySet<Audience>
  }
  interface FastifyContextConfig {
    /** For a call: its admission charges the budget. */
    isCall?: true
    /** For a probe, which may use any host name. */
    isAtAnyHost?: true
  }
}

/** The HTTP server without its calls: limits, headers, errors. */
export const createHttpServer = async (
  platform: Platform,
  bodyTimeouts: BodyTimeouts = defaultBodyTimeouts,
): Promise<FastifyInstance> => {
  const { settings, log } = platform
  const headers = securityHeaders([settings.origin, settings.adminOrigin, settings.clientOrigin])
  const refusals = new ConnectionRefusals(headers)
  const largeBodies = new LargeBodies(log)
  const callLimits: CallLimits = {
    budgets: new CallerBudgets(settings),
    memory: new BodyMemory(),
    largeBodies,
    refusalDelays: new RefusalDelays(),
    bodyTimeouts,
  }
  const app = bareServer(platform, headers, refusals)
  // The kernel validates and serialises by itself, from the same schemas.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addContentTypeParser('application/octet-stream', (request, payload, done) =>
    done(null, request.bodyTimer ? timedBody(request.bodyTimer, payload) : payload),
  )
  app.setErrorHandler((error, request, reply) => {
    const refusal = toProductError(error)
    if (refusal.code === 'server.internal' && !isClosed(request)) request.log.error({ err: error }, 'a request failed')
    return sendError(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ProductError('request.unknown_call')))
  app.decorate('callLimits', callLimits)
  app.decorateRequest('bodyTimer', null)
  app.decorateRequest('audiences')
  registerBodies(app)
  const state = { isClosing: false }
  admitRequests(app, { callLimits, headers, refusals, audiencesAt: audiencesByHost(settings), state })
  // After the broker's hook, and before a body is read.
  app.addHook('preParsing', async (request) => {
    if (request.is404) throw new ProductError('request.unknown_call')
  })
  await app.register(cookie)
  await app.register(compress, responseCompression)
  refusals.takeOver(app)
  inviteBodiesWhenRead(app.server)
  const closeUnused = closerOfUnused(app.server)
  // Event streams have no end of their own that a stop could wait for.
  app.addHook('preClose', async () => {
    state.isClosing = true
    // Connections are closed once they are answered, instead of being kept for the next request.
    app.server.keepAliveTimeout = 1
    closeUnused()
    platform.events.interrupt()
  })
  app.addHook('onClose', () => largeBodies.close())
  logResponses(app)
  return app
}

/** Fastify with our limits, and refusals in our shape for requests that it refuses by itself. */
const bareServer = (
  { settings: { trustedProxies }, log }: Platform,
  headers: Readonly<Record<string, string>>,
  refusals: ConnectionRefusals,
): FastifyInstance => {
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A list of networks: `true` would trust any forged forwarded address.
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Node's limit is for whole requests; a slow handset may send for as long as bytes keep coming (body-timeout.ts).
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // A request without a Host is refused below, in the product's shape.
    http: { headersTimeout: headersWithinMs, maxHeaderSize: limits.maxHeaderBytes, requireHostHeader: false },
    routerOptions: {
      maxParamLength: limits.maxTicketCharacters,
      querystringParser: bracketQuery,
      ignoreTrailingSlash: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: (error, socket) => refusals.refuse(error, socket),
    frameworkErrors: (error, _request, reply) => {
      sendError(reply.headers({ ...headers, 'cache-control': 'no-store' }), toProductError(error))
    },
  })
}

interface Admission {
  callLimits: CallLimits
  headers: Readonly<Record<string, string>>
  refusals: ConnectionRefusals
  audiencesAt: ReturnType<typeof audiencesByHost>
  state: { isClosing: boolean }
}

/** What every request passes before its route: its host, the time limit of its body and the budget of its address. */
const admitRequests = (
  app: FastifyInstance,
  { callLimits, headers, refusals, audiencesAt, state }: Admission,
): void => {
  app.addHook('onRequest', async (request, reply) => {
    refusals.noteRequest(request.raw, reply.raw)
    // Set on the raw response, so that the broker's responses have them, too.
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
    // Browsers and proxies must not store evidence.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    if (state.isClosing) throw new ProductError('server.busy')
    assertOneHost(request.raw)
    request.audiences = audiencesAt(request.host)
    if (request.audiences.size === 0 && !request.routeOptions.config.isAtAnyHost) throw unknownHost()
    if (hasBody(request.raw)) limitBody(request, reply, { callLimits, refusals })
    if (!request.routeOptions.config.isCall) spendOfAnonymous(callLimits.budgets, request)
  })
}

const limitBody = (
  request: FastifyRequest,
  { raw }: FastifyReply,
  { callLimits, refusals }: Pick<Admission, 'callLimits' | 'refusals'>,
): void => {
  const bodyTimer = new BodyTimer(
    request.raw,
    (isRead) => {
      // A reader answers by itself, unless it stopped reading and has answered already.
      if (!isRead || raw.headersSent) refusals.refuseTimedOut(raw)
    },
    callLimits.bodyTimeouts.unauthenticated,
  )
  request.bodyTimer = bodyTimer
  request.raw.once('close', () => bodyTimer.end())
}

const logResponses = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}

/** A handler may stop reading, as after a refusal. Nobody waits for the rest then, and its failure must not end the process. */
const timedBody = (timer: BodyTimer, payload: IncomingMessage): Readable =>
  Readable.from(timer.bytesOf(payload)).on('error', () => undefined)

/** Pages, files and unknown addresses identify no caller, so they are charged to the address. */
const spendOfAnonymous = (budgets: CallerBudgets, request: FastifyRequest): void => {
  const anonymousCaller = anonymousCallerAt(callerAddress(request))
  budgets.assertWithin(anonymousCaller)
  budgets.spendRequest(anonymousCaller)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
