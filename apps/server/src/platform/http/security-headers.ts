import { type IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import { contentSecurityPolicy } from './content-security-policy.ts'

/**
 * The headers of every response, including those that no route answers. Computed once, as they never change.
 * @param origins of the two portals
 */
export const securityHeaders = (origins: readonly string[]): Readonly<Record<string, string>> => {
  const answer = new ServerResponse({ method: 'GET' } as IncomingMessage)
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: origins.some((origin) => origin.startsWith('https:')) ? { maxAge: 63_072_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  setHeaders(answer.req, answer, (error?: unknown) => {
    if (error) throw error
  })
  const headers = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)])
  return Object.fromEntries(headers) as Record<string, string>
}
