import type { Keys } from '../keys/index.ts'

/**
 * The browser shows this cookie when it loads the file that sends reports of errors (apps/portal, deliver-reports.ts), and the server
 * answers with a policy that lets this file connect to the account's monitoring address. It is signed: nobody can make the file
 * connect anywhere else.
 */
export const monitoringCookie = 'holdfast_monitoring'
export const monitoringCookiePath = '/assets'

const purpose = 'monitoring_origin'
/** The only characters allowed, because the origin becomes part of a Content-Security-Policy. */
const plainOrigin = /^https:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/

/** The value of the cookie for a monitoring address; `null` if it has no origin that a policy can name. */
export const signedMonitoringOrigin = (keys: Keys, url: string): string | null => {
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  if (!plainOrigin.test(origin)) return null
  return `${Buffer.from(origin).toString('base64url')}.${Buffer.from(keys.mac(purpose, origin)).toString('base64url')}`
}

/** The policy of the file that sends reports. Without a valid cookie it can connect to nothing. */
export const reportingPolicy = (keys: Keys, cookie: string | undefined): string =>
  `default-src 'none'; script-src 'self'; connect-src ${originOf(keys, cookie) ?? "'none'"}`

const originOf = (keys: Keys, cookie: string | undefined): string | null => {
  const [text = '', mac = ''] = cookie?.split('.') ?? []
  const origin = Buffer.from(text, 'base64url').toString()
  if (!plainOrigin.test(origin)) return null
  return keys.verifyMac(purpose, origin, Buffer.from(mac, 'base64url')) ? origin : null
}
