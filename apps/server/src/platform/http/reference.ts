import swagger from '@fastify/swagger'
import type { CallDeclaration } from '@holdfast/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { version } from '../version.ts'
import { routePath, routeSchema } from './route-schema.ts'

/** OpenAPI 3.1 of every call at `/openapi.json`, from the call table; must be registered before the calls. */
export const registerOpenApi = async (app: FastifyInstance, origin: string): Promise<void> => {
  await app.register(swagger, {
    exposeHeadRoutes: true,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Holdfast',
        version,
        description: 'Compliance recording for managed mobile devices. Every call, its permission and its errors.',
      },
      servers: [{ url: origin }],
      components: {
        securitySchemes: {
          person: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'id_token of a portal user' },
          device: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'access_token from POST /verify',
          },
        },
      },
    },
  })
  app.get('/openapi.json', { schema: { hide: true } as object }, () => app.swagger())
}

/** The document of a call table alone, without a server that answers: for docs/generated. */
export const openApiDocument = async (calls: readonly CallDeclaration[]): Promise<object> => {
  const app = fastify({ routerOptions: { maxParamLength: 2_048 } })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  await registerOpenApi(app, '/')
  for (const call of calls) {
    app.route({
      method: call.method,
      url: routePath(call),
      schema: routeSchema(call),
      exposeHeadRoute: false,
      handler: () => '',
    })
  }
  await app.ready()
  return app.swagger()
}

const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/**
 * The reference page at `/reference`; it has scripts of its own, hence a policy of its own. Its code is four megabytes:
 * it is loaded when somebody first looks, into an app of its own, as routes can't be added to one that listens.
 */
export const registerReference = async (app: FastifyInstance): Promise<void> => {
  let opening: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    opening ??= openReference()
    const { statusCode, headers, rawPayload } = await (await opening).inject({ method: 'GET', url: request.url })
    if (headers.location) reply.header('location', headers.location)
    return reply
      .code(statusCode)
      .header('content-security-policy', policy)
      .type(String(headers['content-type'] ?? 'text/plain'))
      .send(rawPayload)
  }
  for (const url of ['/reference', '/reference/*']) {
    app.get(url, { schema: { hide: true } as object }, answer)
  }
}

const openReference = async (): Promise<FastifyInstance> => {
  const { default: reference } = await import('@scalar/fastify-api-reference')
  const page = fastify()
  await page.register(reference, {
    routePrefix: '/reference',
    configuration: { url: '/openapi.json', withDefaultFonts: false },
  })
  return page
}
