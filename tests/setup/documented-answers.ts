import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openApiDocument } from '../../apps/server/src/platform/openapi/document.ts'

interface DocumentedResponse {
  headers?: Record<string, unknown>
  content?: Record<string, object>
}

const document = openApiDocument(calls, ['/'])
const paths = document.paths as unknown as Record<
  string,
  Record<string, { responses: Record<string, DocumentedResponse> }>
>
const ajv = new Ajv2020({ strict: false, validateSchema: false })
formats.default(ajv)
ajv.addSchema(document, 'openapi')

const checks = new Map<string, ValidateFunction>()
const pointerPart = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))

const checkOf = (call: CallDeclaration, status: number, type: string): ValidateFunction => {
  const parts = [
    'paths',
    fullPath(call),
    call.method.toLowerCase(),
    'responses',
    String(status),
    'content',
    type,
    'schema',
  ]
  const $ref = `openapi#/${parts.map(pointerPart).join('/')}`
  const check = checks.get($ref) ?? ajv.compile({ $ref })
  checks.set($ref, check)
  return check
}

/** Headers that an answer may leave out: cookies are set only if the browser has none. */
const mayBeAbsent = new Set(['Set-Cookie'])

/** How an answer of the running server differs from the OpenAPI document; empty if it does not. */
export const undocumented = (call: CallDeclaration, { status, headers }: Response, text: string | null): string[] => {
  const documented = paths[fullPath(call)]?.[call.method.toLowerCase()]?.responses[status]
  if (!documented) return [`${status} is not documented: ${text}`]
  const missing = Object.keys(documented.headers ?? {})
    .filter((name) => !mayBeAbsent.has(name) && !headers.has(name))
    .map((name) => `${status} comes without ${name}`)
  return [...missing, ...undocumentedContent(call, documented, { status, text, type: mediaTypeOf(headers) })]
}

const patterns = Object.values(calls as Record<string, CallDeclaration>)
  .map((call) => ({ call, pattern: new RegExp(`^${fullPath(call).replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // Literal paths come before those with a parameter in the same place.
  .sort((one, other) => fullPath(one.call).split('{').length - fullPath(other.call).split('{').length)

/**
 * How a refusal differs from the OpenAPI document of its call; empty if it does not, or if no call has this address.
 */
export const undocumentedRefusal = async (method: string, address: string, response: Response): Promise<string[]> => {
  const [path = ''] = address.split('?')
  const call = patterns.find((one) => one.call.method === method && one.pattern.test(path))?.call
  if (response.ok || !call) return []
  const text = await response.clone().text()
  // The router found no call, for example because a parameter was too long or `..` was resolved.
  if (text.includes('"request.unknown_call"')) return []
  return undocumented(call, response, text).map((what) => `${method} ${path}: ${what}`)
}

const mediaTypeOf = (headers: Headers): string => headers.get('content-type')?.split(';')[0] ?? ''

const undocumentedContent = (
  call: CallDeclaration,
  { content }: DocumentedResponse,
  { status, text, type }: { status: number; text: string | null; type: string },
): string[] => {
  if (!content) return text ? [`${status} has a body: ${text.slice(0, 200)}`] : []
  const isTaken = Object.keys(content).some(
    (one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1))),
  )
  if (!isTaken) return [`${status} is ${type}, not ${Object.keys(content).join(' or ')}`]
  if (type !== 'application/json' || text === null || !('schema' in Object(content[type]))) return []
  const check = checkOf(call, status, type)
  if (check(JSON.parse(text))) return []
  return [`${status}: ${ajv.errorsText(check.errors)} in ${text.slice(0, 500)}`]
}
