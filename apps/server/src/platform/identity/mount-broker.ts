import type { FastifyInstance } from 'fastify'
import type { Broker } from './broker/create-broker.ts'

/** Serves the broker below the issuer's path; its bodies, headers and errors are its own. */
export const mountBroker = (app: FastifyInstance, broker: Broker): void => {
  const path = new URL(broker.issuer).pathname
  app.addHook('onRequest', async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (!pathname.startsWith(`${path}/`)) return
    reply.hijack()
    Object.assign(request.raw, { holdfastAddress: request.ip })
    await broker.callback(request.raw, reply.raw)
  })
}
