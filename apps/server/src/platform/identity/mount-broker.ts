import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Audience } from '../hosts/index.ts'
import type { Broker } from './broker/create-broker.ts'

/** What the server found out about a request before it handed it over. */
export type MountedRequest = IncomingMessage & { holdfastAddress?: string; holdfastAudiences?: ReadonlySet<Audience> }

/** Serves the broker below the issuer's path; its bodies, headers and errors are its own. */
export const mountBroker = (app: FastifyInstance, broker: Broker): void => {
  const path = new URL(broker.issuer).pathname
  app.addHook('onRequest', async (request, reply) => {
    const [pathname = ''] = request.url.split('?')
    if (!pathname.startsWith(`${path}/`)) return
    reply.hijack()
    const known: MountedRequest = Object.assign(request.raw, {
      holdfastAddress: request.ip,
      holdfastAudiences: request.audiences,
    })
    await broker.callback(known, reply.raw)
  })
}
