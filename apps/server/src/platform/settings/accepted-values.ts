import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Converts the text of a setting to its value; `undefined` when the text is not accepted. */
type Parser<Value> = (text: string) => Value | undefined

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export const portNumber: Parser<number> = (text) => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port >= 1 && port <= 65_535 ? port : undefined
}

export const ipAddress: Parser<string> = (text) => (isIP(text) === 0 ? undefined : text)

export const metricsToken: Parser<string> = (text) => (/^[\x21-\x7e]{24,}$/.test(text) ? text : undefined)

/** 1 to 64. */
export const integerUpTo64: Parser<number> = (text) =>
  /^(?:[1-9]|[1-5]\d|6[0-4])$/.test(text) ? Number(text) : undefined

/** 1 to 1,000,000. */
export const integerUpToAMillion: Parser<number> = (text) =>
  /^(?:[1-9]\d{0,5}|1000000)$/.test(text) ? Number(text) : undefined

export const booleanValue: Parser<boolean> = (text) => ({ true: true, false: false })[text]

export const logLevel: Parser<(typeof logLevels)[number]> = (text) => logLevels.find((level) => level === text)

const confinementLevels = ['sandbox', 'namespaces', 'limits'] as const

export const confinementLevel: Parser<(typeof confinementLevels)[number]> = (text) =>
  confinementLevels.find((level) => level === text)

const lockModes = ['GOVERNANCE', 'COMPLIANCE'] as const

export const lockMode: Parser<(typeof lockModes)[number]> = (text) => lockModes.find((mode) => mode === text)

/** A ULID. */
export const installationId: Parser<string> = (text) => (/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text) ? text : undefined)

/** Plain http would expose sign-ins, so it is accepted only for this machine itself. */
const isHttps = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))

export const portalOrigin: Parser<string> = (text) => {
  const url = URL.parse(text)
  if (!url || !isHttps(url)) return undefined
  return [url.origin, `${url.origin}/`].includes(text) ? url.origin : undefined
}

export const httpsAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  if (!url || url.username || url.search || url.hash) return undefined
  return isHttps(url) ? text : undefined
}

/** May have a query, such as a token. */
export const heartbeatAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  return url && !url.username && isHttps(url) ? text : undefined
}

export const postgresAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  const isPostgres = url && ['postgres:', 'postgresql:'].includes(url.protocol)
  return isPostgres && url.hostname && url.pathname.length > 1 ? text : undefined
}

export const fileAddress: Parser<string> = (text) =>
  /^file:(\/\/(?=\/))?[^?#]*[^?#/]\/?$/.test(text) ? text : undefined

/** The driver of the object store checks the rest of an `s3:` address. */
export const objectsAddress: Parser<string> = (text) =>
  fileAddress(text) ?? (/^s3:\/\/[^/]/.test(text) && URL.canParse(text) ? text : undefined)

export const clamdAddress: Parser<string> = (text) => {
  if (/^clamd:\/[^/]/.test(text)) return text
  const url = URL.parse(text)
  return url?.protocol === 'clamd:' && url.hostname && !url.username && ['', '/'].includes(url.pathname)
    ? text
    : undefined
}

/** The user name and the password stand together or not at all. */
export const smtpAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname) return undefined
  const isPlain = ['', '/'].includes(url.pathname) && !url.search && !url.hash
  return isPlain && (url.username === '') === (url.password === '') ? text : undefined
}

/** Either all credentials are set or none. */
export const stsAddress: Parser<string> = (text) => {
  const url = URL.parse(text)
  if (!url || !isHttps(url) || url.pathname !== '/' || url.hash !== '') return undefined
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'region')
  return isKnown && (url.username === '') === (url.password === '') ? text : undefined
}

export const mailAddress: Parser<string> = (text) => (/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(text) ? text : undefined)

export const addressRanges: Parser<string[]> = (text) => {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isAddressOrRange) ? ranges : undefined
}

/** `isIP` comes first, because it refuses octal and shortened spellings, which ipaddr.js interprets in its own way. */
const isAddressOrRange = (range: string): boolean => {
  const [address = ''] = range.split('/')
  return isIP(address) !== 0 && (range === address || ipaddr.isValidCIDR(range))
}
