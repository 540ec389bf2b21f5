import type { ClamdAddress } from './clamd-connection.ts'
import { clamdScanner } from './clamd-scanner.ts'
import { embeddedScanner } from './embedded-scanner.ts'
import type { Scanner } from './scanner.ts'

const defaultClamdPort = 3310

/**
 * Opens the scanner that SCANNER_URL names: `clamd://host:port`, `clamd:/path/to/socket` or `clamd+unix:/path/to/socket`;
 * without it, the embedded one. Does not connect, because a scanner that is down now may be up when it is needed.
 */
export const openScanner = async (url?: string): Promise<Scanner> =>
  url === undefined || url === '' ? embeddedScanner() : clamdScanner(clamdAddressOf(url))

const clamdAddressOf = (url: string): ClamdAddress => {
  const path = /^clamd(?:\+unix)?:(?:\/\/)?(\/[^/].*)$/.exec(url)?.[1]
  if (path !== undefined) return { path }
  const { protocol, hostname, port } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '', port: '' }
  if (protocol !== 'clamd:' || hostname === '') {
    throw new Error('SCANNER_URL must be clamd://host:port or clamd:/path/to/socket')
  }
  // Brackets belong to the host of a URL, not to an IPv6 address of a socket.
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? defaultClamdPort : Number(port) }
}
