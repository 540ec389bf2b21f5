import { type CallDeclaration, ClientIdentifier, fullPath } from '@holdfast/contract'
import { version } from '../version.ts'
import { type JsonObject, NamedSchemas } from './named-schemas.ts'
import { operationOf, tagOf } from './operation.ts'

const bearer = (description: string): JsonObject => ({
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description,
})

const securitySchemes: JsonObject = {
  person: bearer('id_token of a portal user'),
  app: bearer("Token of a client app's own issuer"),
  support: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`InternalSupport {request_reference} Bearer {id_token}`, of staff whom the customer let in',
  },
  device: bearer('access_token from POST /verify'),
}

const description = `Compliance recording for managed mobile devices. Every call, its permission and its errors.

Objects in the query are written in brackets: \`filter[payload_types][0]=Call\`. A list answers a page and its \`last_key\`, which the
next request gives back; with \`query_result_type=total\` it answers how many rows there are.`

/** The OpenAPI 3.1 document of a table of calls, by name, which are served at these origins. */
export const openApiDocument = (
  calls: Readonly<Record<string, CallDeclaration>>,
  origins: readonly string[],
): JsonObject => {
  const schemas = new NamedSchemas()
  const paths: Record<string, JsonObject> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = fullPath(call)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(name, call, schemas) }
  }
  const client: JsonObject = {
    name: 'client',
    in: 'path',
    required: true,
    description: 'The account',
    schema: schemas.refer(ClientIdentifier),
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Holdfast', version, description },
    servers: origins.map((url) => ({ url })),
    tags: Object.values(tagOf).map((name) => ({ name })),
    paths,
    components: { schemas: schemas.toJSON(), parameters: { client }, securitySchemes },
  }
}
