import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { ProductError } from '@holdfast/contract'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { parse as parseQuery } from 'qs'
import type { Platform } from '../platform.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { sendError } from './kernel.ts'
import { toProductError } from './product-errors.ts'

const mebibyte = 1_048_576

/** Requests of one address in a minute. A customer's handsets often share one address behind a proxy. */
const requestsPerMinute = 6_000

/** Bracket notation (`filter[payload_types][0]=Call`), bounded so that a query can't be made to cost much. */
const bracketQuery = (text: string) =>
  parseQuery(text, { depth: 5, parameterLimit: 500, arrayLimit: 100, allowPrototypes: false, plainObjects: false })

/** The HTTP server without its calls: limits, headers, parsers, errors. */
export const createHttpServer = async (platform: Platform): Promise<FastifyInstance> => {
  const { settings, log } = platform
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A list of networks: `true` would believe any forged forwarded address.
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: mebibyte,
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 2_048, querystringParser: bracketQuery, ignoreTrailingSlash: false },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })
  // The kernel checks and serialises by itself, from the same schemas.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
  app.setErrorHandler((error, request, reply) => {
    const refusal = toProductError(error)
    if (refusal.code === 'server.internal') request.log.error({ err: error }, 'a request failed')
    return sendError(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendError(reply, new ProductError('request.unknown_call')))
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: settings.origin.startsWith('https:') ? { maxAge: 63_072_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { ttl }) =>
      new ProductError('request.rate_limited', { retry_after_s: Math.ceil(ttl / 1000) }),
  })
  // Evidence is never kept by a browser or a proxy.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  // Streams of events have no end of their own that a stop could wait for.
  app.addHook('preClose', async () => platform.events.interrupt())
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
  return app
}
