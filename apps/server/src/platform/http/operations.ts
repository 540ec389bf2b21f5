import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform.ts'

const checkWithinMs = 3_000

/** `/healthz` (the process lives), `/readyz` (it can serve: every part answers) and `/metrics` (Prometheus). */
export const registerOperations = (app: FastifyInstance, platform: Platform): void => {
  app.get('/healthz', { schema: { hide: true } as object }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } as object }, async (_request, reply) => {
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
  app.get('/metrics', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics()),
  )
}

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
