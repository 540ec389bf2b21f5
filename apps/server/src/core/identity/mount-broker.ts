import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { inviteBody } from '../../platform/http/index.ts'
import type { Audience } from '../hosts/index.ts'
import type { Broker } from './broker/create-broker.ts'

/** A request with what the server found out about it before it handed it to the broker. */
export type MountedRequest = IncomingMessage & { holdfastAddress?: string; holdfastAudiences?: ReadonlySet<Audience> }

/** Serves the broker below the issuer's path. The broker itself handles bodies, headers and errors. */
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
    inviteBody(request.raw)
    await broker.callback(known, reply.raw)
  })
}
