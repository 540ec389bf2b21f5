import { createHash, timingSafeEqual } from 'node:crypto'
import { ProductError } from '@holdfast/contract'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'

const checkWithinMs = 3_000

const probe = { config: { isAtAnyHost: true } } as const

/** `/healthz` (the process is alive), `/readyz` (it can serve) and `/metrics` (Prometheus, for callers with its token). */
export const registerOperations = (app: FastifyInstance, platform: Platform): void => {
  app.get('/healthz', probe, async () => ({ status: 'ok' }))
  app.get('/readyz', probe, async (_request, reply) => {
    const parts = {
      database: () => platform.database.check(),
      objects: () => platform.objects.check(),
      identity: () => platform.identity.check(),
    }
    const states = await Promise.all(
      Object.entries(parts).map(async ([part, check]) => [part, (await isUp(check)) ? 'up' : 'down'] as const),
    )
    const isReady = states.every(([, state]) => state === 'up')
    return reply
      .code(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not_ready', parts: Object.fromEntries(states) })
  })
  registerMetrics(app, platform)
}

/** Behind a proxy every caller may have a local address, so only a token gives access. */
const registerMetrics = (app: FastifyInstance, { metrics: { registry }, settings }: Platform): void => {
  const { metricsToken: token } = settings
  app.get('/metrics', probe, async (request, reply) => {
    if (token === undefined) throw new ProductError('request.unknown_call')
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) throw new ProductError('auth.required')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Compares in constant time. */
const isSameSecret = (shown: string, expected: string): boolean =>
  timingSafeEqual(createHash('sha256').update(shown).digest(), createHash('sha256').update(expected).digest())

const isUp = async (check: () => Promise<void>): Promise<boolean> => {
  const late = new Promise<false>((resolve) => setTimeout(resolve, checkWithinMs, false).unref())
  return Promise.race([
    check().then(
      () => true as const,
      () => false as const,
    ),
    late,
  ])
}
