import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/**
 * Why an address that a customer enters can never be fetched, as a sentence, or `null`. The addresses that a name resolves to
 * are checked on every fetch (`guardedFetch`).
 */
export const addressProblem = (
  text: string,
  { allowPrivateAddresses }: { allowPrivateAddresses: boolean },
): string | null => {
  if (!URL.canParse(text)) return 'Must be an address that begins with https://.'
  const { hostname, port, username, password } = new URL(text)
  if (username !== '' || password !== '') return 'Must not hold credentials.'
  if (port === '0') return 'Must not have the port 0.'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !isPublicAddress(host) && !allowPrivateAddresses) return 'Must be a public address.'
  return null
}
