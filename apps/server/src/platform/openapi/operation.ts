import { type CallDeclaration, isAccountCall } from '@holdfast/contract'
import type { JsonObject, NamedSchemas } from './named-schemas.ts'
import { documentedHeaders, refusalResponses } from './refusals.ts'

export const tagOf = {
  'admin-internal': "Provider's area",
  'admin-client': 'Account',
  client: 'Recordings',
  device: 'Devices',
} as const

/** One call as an OpenAPI operation. Adds its schemas to the named ones. */
export const operationOf = (name: string, call: CallDeclaration, schemas: NamedSchemas): JsonObject => {
  const parameters = parametersOf(call, schemas)
  const requestBody = requestBodyOf(name, call, schemas)
  return {
    operationId: name,
    summary: call.summary,
    description: `Action: \`${call.action}\`.`,
    tags: [tagOf[call.catalogue]],
    security: securityOf(call),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: { ...answersOf(name, call, schemas), ...refusalResponses(call, schemas) },
  }
}

/** An account's calls are for its people, its apps and staff in support mode; calls of the provider's area are for its staff. */
const securityOf = (call: CallDeclaration): JsonObject[] => {
  if (call.action === 'public') return []
  if (call.action === 'device') return [{ device: [] }]
  return isAccountCall(call) ? [{ person: [] }, { app: [] }, { support: [] }] : [{ person: [] }]
}

const parametersOf = (call: CallDeclaration, schemas: NamedSchemas): JsonObject[] => [
  ...(isAccountCall(call) ? [{ $ref: '#/components/parameters/client' }] : []),
  ...Object.entries(propertiesOf(call.params)).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas.refer(schema),
  })),
  ...queryOf(call, schemas),
  ...Object.entries(call.requestHeaders ?? {}).map(([name, { schema, description, required = false }]) => ({
    name,
    in: 'header',
    required,
    description,
    schema: schemas.refer(schema),
  })),
]

/** Objects in the query are written with brackets: `filter[groups][0]=Equities`. */
const queryOf = ({ query }: CallDeclaration, schemas: NamedSchemas): JsonObject[] => {
  const required: readonly string[] = query?.required ?? []
  return Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(Object(schema).type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: schemas.refer(schema),
  }))
}

const propertiesOf = (schema: CallDeclaration['params']): Record<string, unknown> => schema?.properties ?? {}

const requestBodyOf = (name: string, { body, bodyKind }: CallDeclaration, schemas: NamedSchemas): JsonObject | null => {
  if (bodyKind === 'stream') return { required: true, content: { 'application/octet-stream': {} } }
  if (!body) return null
  return {
    required: true,
    content: { 'application/json': { schema: schemas.referAs(`${capitalised(name)}Request`, body) } },
  }
}

const answersOf = (name: string, call: CallDeclaration, schemas: NamedSchemas): JsonObject => {
  const { responseKind = 'json', partialContent, conditional } = call
  const answer = (status: number, description: string): JsonObject => {
    const content = status === 304 ? null : contentOf(name, call, schemas)
    const headers = documentedHeaders(call, status, schemas)
    return {
      [status]: {
        description,
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
        ...(content ? { content } : {}),
      },
    }
  }
  if (responseKind === 'empty') return answer(204, 'Done.')
  return {
    ...answer(200, 'Done.'),
    ...(partialContent ? answer(206, 'The range that was asked for.') : {}),
    ...(conditional ? answer(304, 'Nothing has changed since the version that was named.') : {}),
  }
}

const contentOf = (name: string, call: CallDeclaration, schemas: NamedSchemas): JsonObject | null => {
  const { response, responseKind = 'json', contentTypes = [] } = call
  if (responseKind === 'stream' && call.method !== 'HEAD')
    return Object.fromEntries(contentTypes.map((type) => [type, {}]))
  if (!response) return null
  if (responseKind === 'json') {
    return { 'application/json': { schema: schemas.referAs(`${capitalised(name)}Response`, response) } }
  }
  // OpenAPI 3.1 can't describe a sequence of events, so the schema is that of each event's data.
  return {
    'text/event-stream': {
      schema: { type: 'string', contentMediaType: 'application/json', contentSchema: schemas.refer(response) },
    },
  }
}

const capitalised = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`
