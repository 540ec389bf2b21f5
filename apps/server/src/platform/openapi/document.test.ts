import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { validate } from '@scalar/openapi-parser'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './document.ts'

const text = JSON.stringify(openApiDocument(calls, ['https://holdfast.example']))

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, object> }
  responses: Record<string, { headers?: Record<string, object>; content?: Record<string, object> }>
  security: object[]
}
const document = JSON.parse(text) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties?: object }>; securitySchemes: Record<string, object> }
}
const table: [name: string, call: CallDeclaration][] = Object.entries(calls)
const operationOf = ({ method, ...call }: CallDeclaration): Operation => {
  const operation = document.paths[fullPath(call)]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${call.path} is not documented`)
  return operation
}

/** All objects in a JSON value. */
const objectsIn = (json: unknown): Record<string, unknown>[] => {
  if (typeof json !== 'object' || json === null) return []
  const within = Object.values(json).flatMap(objectsIn)
  return Array.isArray(json) ? within : [json as Record<string, unknown>, ...within]
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(text)
    expect({ valid, errors, version }).toMatchObject({ valid: true, version: '3.1' })
  })

  it('has every call of the contract once, under its name', () => {
    expect(table.map(([, call]) => operationOf(call).operationId)).toEqual(table.map(([name]) => name))
    const operations = Object.values(document.paths).flatMap((path) => Object.keys(path))
    expect(operations.length).toBe(table.length)
  })

  it('has no broken references', () => {
    const names = new Set(Object.keys(document.components.schemas))
    const referred = objectsIn(document).flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))
    const unknown = referred.filter(
      (ref) => ref.startsWith('#/components/schemas/') && !names.has(ref.split('/')[3] ?? ''),
    )
    expect(unknown).toEqual([])
    expect(referred.length).toBeGreaterThan(500)
  })

  it('has each named schema once, and no copies', () => {
    const titled = objectsIn(document).filter(({ title, properties }) => typeof title === 'string' && properties)
    const titles = titled.map(({ title }) => title)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
    for (const entity of ['Device', 'Group', 'Payload', 'Role', 'SupportAccess', 'TagDefinition', 'Permission']) {
      expect(document.components.schemas).toHaveProperty(entity)
    }
  })

  it('names the schemas of JSON bodies and answers', () => {
    const bodies = Object.values(document.paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
      .flatMap((body) => Object(Object(body).content)['application/json']?.schema ?? [])
    expect(bodies.filter(({ $ref }) => $ref === undefined)).toEqual([])
  })

  it('says who may call: everybody, people, apps, staff in support mode, or handsets', () => {
    const schemesOf = (call: CallDeclaration) => operationOf(call).security.flatMap((one) => Object.keys(one))
    expect(schemesOf(calls.verifyDevice)).toEqual([])
    expect(schemesOf(calls.listClients)).toEqual(['person'])
    expect(schemesOf(calls.listGroups)).toEqual(['person', 'app', 'support'])
    expect(schemesOf(calls.registerPayloads)).toEqual(['device'])
    expect(Object.keys(document.components.securitySchemes)).toEqual(['person', 'app', 'support', 'device'])
  })

  it('describes uploads: the offset of a part, its digest, and where to continue', () => {
    const { parameters = [], requestBody, responses } = operationOf(calls.uploadContent)
    const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name)
    expect(headers).toEqual(['Upload-Offset', 'Content-Digest', 'Content-Length'])
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/octet-stream'])
    for (const status of ['204', '409']) expect(responses[status]?.headers).toHaveProperty('Upload-Offset')
    const head = operationOf(calls.getUploadOffset).responses
    expect(head['204']?.headers).toHaveProperty('Upload-Offset')
    for (const [status, response] of Object.entries(head)) {
      if (status !== 'default') expect(response).not.toHaveProperty('content')
    }
  })

  it('describes media by type and range, and live changes as an event stream', () => {
    const { responses } = operationOf(calls.getMedia)
    for (const status of ['200', '206']) {
      expect(Object.keys(responses[status]?.content ?? {})).toEqual(
        expect.arrayContaining(['audio/*', 'video/*', 'image/*']),
      )
    }
    for (const status of ['206', '416']) expect(responses[status]?.headers).toHaveProperty('Content-Range')
    const events = operationOf(calls.streamEvents).responses['200']?.content
    expect(events).toEqual({ 'text/event-stream': { schema: expect.objectContaining({ type: 'string' }) } })
    expect(JSON.stringify(events)).toContain('#/components/schemas/PortalEvent')
  })
})
