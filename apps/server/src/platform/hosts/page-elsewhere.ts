import { type Audience, audienceOf, type Origins } from './hosts.ts'

/**
 * Where a page is that is not of the host it was asked at; null where it is. The path and the query are kept. Only our own
 * origins are answered, whatever the address says.
 * @param url as in the request, beginning with its path
 */
export const pageElsewhere = (origins: Origins, audiences: ReadonlySet<Audience>, url: string): string | null => {
  if (!url.startsWith('/')) return null
  const wanted = audienceOfPage(url)
  if (wanted === 'any' ? audiences.has('staff') || audiences.has('customers') : audiences.has(wanted)) return null
  return (wanted === 'staff' ? origins.adminOrigin : origins.clientOrigin) + url
}

/** Staff see `/dashboard`, too: their own account's, and a customer's in support mode. */
const audienceOfPage = (url: string): Exclude<Audience, 'programs'> | 'any' => {
  const [path = '', query = ''] = url.split('?')
  if (/^\/internal(\/|$)/i.test(path)) return 'staff'
  const client = /^\/sign-in\/?$/i.test(path) ? new URLSearchParams(query).get('client') : null
  return client === null ? 'any' : audienceOf(client)
}
