import swagger from '@fastify/swagger'
import type { CallDeclaration } from '@holdfast/contract'
import reference from '@scalar/fastify-api-reference'
import fastify, { type FastifyInstance } from 'fastify'
import { version } from '../version.ts'
import { routePath, routeSchema } from './route-schema.ts'

/** OpenAPI 3.1 of every call at `/openapi.json`, from the call table; must be registered before the calls. */
export const registerOpenApi = async (app: FastifyInstance, origin: string): Promise<void> => {
  await app.register(swagger, {
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

/** The reference page at `/reference`; it has scripts of its own, hence a policy of its own. */
export const registerReference = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (page) => {
    page.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'",
      )
    })
    await page.register(reference, {
      routePrefix: '/reference',
      configuration: { url: '/openapi.json', withDefaultFonts: false },
    })
  })
}
