import { type Audience, audienceOf, type Origins } from './hosts.ts'

/**
 * The URL of a page that another of our hosts serves; `null` if the requested host serves it. Path and query are kept. The
 * origin is always one of ours, whatever the request contains.
 * @param url as in the request, beginning with its path
 */
export const pageRedirect = (origins: Origins, audiences: ReadonlySet<Audience>, url: string): string | null => {
  if (!url.startsWith('/')) return null
  const wanted = audienceOfPage(url)
  if (wanted === 'any' ? audiences.has('staff') || audiences.has('customers') : audiences.has(wanted)) return null
  return (wanted === 'staff' ? origins.adminOrigin : origins.clientOrigin) + url
}

/** Staff use `/dashboard`, too: for their own account, and for a customer's in support mode. */
const audienceOfPage = (url: string): Exclude<Audience, 'programs'> | 'any' => {
  const [path = '', query = ''] = url.split('?')
  if (/^\/internal(\/|$)/i.test(path)) return 'staff'
  const client = /^\/sign-in\/?$/i.test(path) ? new URLSearchParams(query).get('client') : null
  return client === null ? 'any' : audienceOf(client)
}
