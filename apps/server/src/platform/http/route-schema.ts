import { type CallDeclaration, fullPath, isAccountCall } from '@holdfast/contract'
import type { FastifySchema } from 'fastify'
import { type TSchema, Type } from 'typebox'

/** How errors look in the reference. */
const ErrorRecord = Type.Object({
  error_code: Type.Integer({ description: 'HTTP status' }),
  message: Type.String(),
  code: Type.String({ description: 'Product code, stable' }),
  errors: Type.Optional(Type.Array(Type.Unknown())),
  details: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'What stands in the way, where it may be told' }),
  ),
})

const tags = {
  'admin-internal': "Provider's area",
  'admin-client': 'Account',
  client: 'Recordings',
  device: 'Devices',
} as const

/** The path of a call as Fastify writes it. */
export const routePath = (call: CallDeclaration): string => fullPath(call).replace(/\{(\w+)\}/g, ':$1')

/** What OpenAPI says of a call. The kernel checks input and output by itself. */
export const routeSchema = (call: CallDeclaration): FastifySchema => {
  const client: Record<string, TSchema> = isAccountCall(call)
    ? { client: Type.String({ description: 'The account' }) }
    : {}
  const params = { ...client, ...(call.params?.properties as Record<string, TSchema> | undefined) }
  const documented: FastifySchema & Record<string, unknown> = {
    summary: call.summary,
    tags: [tags[call.catalogue]],
    description: `Action: \`${call.action}\`.${call.errors ? ` Errors: ${call.errors.map((code) => `\`${code}\``).join(', ')}.` : ''}`,
    ...(Object.keys(params).length > 0 ? { params: Type.Object(params) } : {}),
    ...(call.query ? { querystring: call.query } : {}),
    ...(call.body ? { body: call.body } : {}),
    response: { ...(call.response ? { 200: call.response } : { 204: Type.Null() }), default: ErrorRecord },
    security: call.action === 'public' ? [] : [{ [call.action === 'device' ? 'device' : 'person']: [] }],
  }
  return documented
}
