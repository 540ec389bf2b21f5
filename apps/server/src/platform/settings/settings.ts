import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  addressRanges,
  clamdAddress,
  fewOrMany,
  fileAddress,
  httpOrigin,
  httpsAddress,
  logLevel,
  objectsAddress,
  portNumber,
  postgresAddress,
  yesOrNo,
} from './accepted-values.ts'

/** Everything about an installation that its operator may choose, read and checked once when a process starts. */
export type Settings = {
  /** Port that the portal and the calls are served on. */
  port: number
  /** Absolute path of the folder for everything that the installation keeps on this machine. */
  home: string
  /** Where people reach the portal, without a slash at the end: `https://holdfast.example.com`. */
  origin: string
  /** PostgreSQL of one's own, as its owner; `undefined`: the embedded one. Holds a password: never print it. */
  databaseUrl: string | undefined
  /** `file:` or `s3:` address of the sealed payloads. May hold a secret: never print it. */
  objectsUrl: string
  /** `file:` address of the master key. */
  keysUrl: string
  /** `clamd:` address of a malware scanner; `undefined`: the embedded check. */
  scannerUrl: string | undefined
  /** OIDC issuer that signs people in; `undefined`: the embedded broker. */
  identityIssuer: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** CIDR ranges of the proxies whose word about a caller's address is believed. */
  trustedProxies: string[]
  /** Jobs that a worker does at once. */
  workerConcurrency: number
  /** For development: customers' issuers and destinations may be on private addresses. */
  allowPrivateAddresses: boolean
}

/** What one setting is, for whoever reads it and for `holdfast help`. */
export type Setting<Value> = {
  name: string
  purpose: string
  accepts: string
  /** What counts when it is not set, in words. */
  otherwise: string
  /** The value, or `undefined` when the text is not accepted. */
  read: (text: string) => Value | undefined
}

/** The table of all settings. Defaults that depend on other settings are filled in by `readSettings`. */
export const settingTable: { [Key in keyof Settings]: Setting<NonNullable<Settings[Key]>> } = {
  port: {
    name: 'HOLDFAST_PORT',
    purpose: 'port of the portal and the calls',
    accepts: 'a number from 1 to 65535',
    otherwise: '4400',
    read: portNumber,
  },
  home: {
    name: 'HOLDFAST_HOME',
    purpose: 'folder of everything that is kept on this machine',
    accepts: 'the path of a folder',
    otherwise: '.holdfast',
    read: (text) => path.resolve(text),
  },
  origin: {
    name: 'HOLDFAST_ORIGIN',
    purpose: 'where people reach the portal',
    accepts: 'an origin such as https://holdfast.example.com, without a path',
    otherwise: 'http://localhost:<port>',
    read: httpOrigin,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    purpose: 'a PostgreSQL of your own',
    accepts: 'postgres://user:password@host:5432/database',
    otherwise: 'the embedded PostgreSQL',
    read: postgresAddress,
  },
  objectsUrl: {
    name: 'OBJECTS_URL',
    purpose: 'where sealed payloads are kept',
    accepts: 'file:/folder or s3://bucket?region=eu-west-1',
    otherwise: 'file:<home>/objects',
    read: objectsAddress,
  },
  keysUrl: {
    name: 'KEYS_URL',
    purpose: 'the master key',
    accepts: 'file:/path/to/master.key',
    otherwise: 'file:<home>/master.key',
    read: fileAddress,
  },
  scannerUrl: {
    name: 'SCANNER_URL',
    purpose: 'a malware scanner',
    accepts: 'clamd://host:3310 or clamd:/path/to/clamd.socket',
    otherwise: 'the embedded check',
    read: clamdAddress,
  },
  identityIssuer: {
    name: 'IDENTITY_ISSUER',
    purpose: 'OIDC issuer that signs people in',
    accepts: 'https://issuer.example.com (http on localhost)',
    otherwise: 'the embedded broker',
    read: httpsAddress,
  },
  logLevel: {
    name: 'HOLDFAST_LOG_LEVEL',
    purpose: 'how much the log says',
    accepts: 'fatal, error, warn, info, debug or trace',
    otherwise: 'info',
    read: logLevel,
  },
  trustedProxies: {
    name: 'HOLDFAST_TRUSTED_PROXIES',
    purpose: 'proxies whose word about a caller’s address is believed',
    accepts: 'CIDR ranges with commas between, such as 10.0.0.0/8,fd00::/8',
    otherwise: 'none',
    read: addressRanges,
  },
  workerConcurrency: {
    name: 'HOLDFAST_WORKER_CONCURRENCY',
    purpose: 'recordings that a worker opens and scans at once',
    accepts: 'a number from 1 to 64',
    otherwise: '2',
    read: fewOrMany,
  },
  allowPrivateAddresses: {
    name: 'HOLDFAST_ALLOW_PRIVATE_ADDRESSES',
    purpose: 'let issuers and destinations be on private addresses, for development',
    accepts: 'true or false',
    otherwise: 'false',
    read: yesOrNo,
  },
}

export type Environment = Record<string, string | undefined>

/** Some settings are wrong; the message has a line for each, which never repeats a value that may hold a secret. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/**
 * Reads every setting. An empty one counts as not set.
 * @throws SettingsError naming each wrong setting and what it accepts
 */
export function readSettings(environment: Environment): Settings {
  const wrong: string[] = []
  const read = <Key extends keyof Settings>(key: Key): NonNullable<Settings[Key]> | undefined => {
    const setting = settingTable[key]
    const text = environment[setting.name]?.trim()
    if (!text) return undefined
    const value = setting.read(text)
    if (value === undefined) wrong.push(refusal(setting.name, text, setting.accepts))
    return value
  }
  const port = read('port') ?? 4400
  const home = read('home') ?? path.resolve('.holdfast')
  const inHome = (name: string) => pathToFileURL(path.join(home, name)).href
  const settings: Settings = {
    port,
    home,
    origin: read('origin') ?? `http://localhost:${port}`,
    databaseUrl: read('databaseUrl'),
    objectsUrl: read('objectsUrl') ?? inHome('objects'),
    keysUrl: read('keysUrl') ?? inHome('master.key'),
    scannerUrl: read('scannerUrl'),
    identityIssuer: read('identityIssuer'),
    logLevel: read('logLevel') ?? 'info',
    trustedProxies: read('trustedProxies') ?? [],
    workerConcurrency: read('workerConcurrency') ?? 2,
    allowPrivateAddresses: read('allowPrivateAddresses') ?? false,
  }
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return settings
}

function refusal(name: string, text: string, accepts: string): string {
  // Only the settings with our own prefix can't hold a secret.
  const shown = name.startsWith('HOLDFAST_')
    ? `is ${JSON.stringify(text)}`
    : 'is not valid (not shown, it may be secret)'
  return `${name} ${shown}; accepted: ${accepts}.`
}
