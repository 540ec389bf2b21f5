import path from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  addressRanges,
  booleanValue,
  clamdAddress,
  confinementLevel,
  fileAddress,
  heartbeatAddress,
  httpsAddress,
  installationId,
  integerUpTo64,
  integerUpToAMillion,
  ipAddress,
  lockMode,
  logLevel,
  mailAddress,
  metricsToken,
  objectsAddress,
  portalOrigin,
  portNumber,
  postgresAddress,
  smtpAddress,
  stsAddress,
} from './accepted-values.ts'

/** Everything about an installation that its operator can configure, read and checked once when a process starts. */
export type Settings = {
  /** Port of the portal and the calls. */
  port: number
  /** Address of this machine on which they are served. */
  host: string
  /** Absolute path of the folder for everything that the installation stores on this machine. */
  home: string
  /** Id of the installation, for a machine that joins it; `undefined`: the one in the home. */
  installation: string | undefined
  /** Origin at which handsets and client apps reach Holdfast, without a trailing slash: `https://holdfast.example.com`. */
  origin: string
  /** Origin of the provider's portal; `origin` unless HOLDFAST_ADMIN_ORIGIN is set. */
  adminOrigin: string
  /** Origin of the customers' portal; `origin` unless HOLDFAST_CLIENT_ORIGIN is set. */
  clientOrigin: string
  /** URL of an external PostgreSQL, as its owner; `undefined`: the embedded one. Contains a password: never print it. */
  databaseUrl: string | undefined
  /** `file:` or `s3:` address of the sealed payloads. May contain a secret: never print it. */
  objectsUrl: string
  /** The mode in which recordings are locked in a bucket with object lock; `undefined`: nothing is locked. */
  objectsLock: 'GOVERNANCE' | 'COMPLIANCE' | undefined
  /** `file:` address of the master key. */
  keysUrl: string
  /** `clamd:` address of a malware scanner; `undefined`: the embedded check. */
  scannerUrl: string | undefined
  /** `smtp:` or `smtps:` address of a mail server; `undefined`: no e-mail is sent. Contains a password: never print it. */
  smtpUrl: string | undefined
  /** The address that e-mails are from; set if `smtpUrl` is. */
  mailFrom: string | undefined
  /** `file:` address of the JSON file of a service account for Firebase Cloud Messaging; `undefined`: commands are fetched, not pushed. */
  fcmCredentialsUrl: string | undefined
  /** OIDC issuer that signs people in; `undefined`: the embedded broker. */
  identityIssuer: string | undefined
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
  /** CIDR ranges of the proxies that are trusted to name a caller's address. */
  trustedProxies: string[]
  /** Requests that a handset, a person or a client app may make of one process in a minute. */
  callerRequestsPerMinute: number
  /** MiB of JSON that each of them, or an address that is not admitted, may send in a minute. */
  callerMebibytesPerMinute: number
  /** Requests that are not admitted, per address and minute. Many handsets can share an address behind a proxy. */
  strangerRequestsPerMinute: number
  /** Jobs that a worker runs at once. */
  workerConcurrency: number
  /** Days until the last backup ends that still has what is destroyed now; `undefined`: certificates name no day. */
  backupDays: number | undefined
  /** The weakest confinement in which a worker decodes recordings. */
  leastConfinement: 'sandbox' | 'namespaces' | 'limits'
  /** Asked every minute while alerts and jobs are in time; `undefined`: nothing is. May contain a secret: never print it. */
  heartbeatUrl: string | undefined
  /** Bearer token for `/metrics`; `undefined`: nobody can read them. Never print it. */
  metricsToken: string | undefined
  /** `https:` address of the token service for transfers to S3; `undefined`: Amazon's. May contain a secret: never print it. */
  transferStsUrl: string | undefined
  /** Whether `start` runs the simulated handsets of the demonstration. */
  simulatedHandsets: boolean
  /** For development: customers' issuers and destinations may be on private addresses. */
  allowPrivateAddresses: boolean
}

/** The definition of one setting, also for `holdfast help`. */
export type Setting<Value> = {
  name: string
  purpose: string
  accepts: string
  /** The default, in words. */
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
  host: {
    name: 'HOLDFAST_HOST',
    purpose: 'address of this machine that they are served on',
    accepts: 'an IP address, such as 0.0.0.0 for all of IPv4 or :: for all',
    otherwise: '127.0.0.1, which only this machine reaches',
    read: ipAddress,
  },
  home: {
    name: 'HOLDFAST_HOME',
    purpose: 'folder of everything that is kept on this machine',
    accepts: 'the path of a folder',
    otherwise: '.holdfast',
    read: (text) => path.resolve(text),
  },
  installation: {
    name: 'HOLDFAST_INSTALLATION',
    purpose: 'the installation that a further machine belongs to',
    accepts: 'its id, 26 characters, as in the file "installation" of its home',
    otherwise: 'what the home says',
    read: installationId,
  },
  origin: {
    name: 'HOLDFAST_ORIGIN',
    purpose: 'where handsets and client apps reach Holdfast and, unless their portal has its own host, people',
    accepts: 'an origin such as https://holdfast.example.com (http on localhost), without a path',
    otherwise: 'http://localhost:<port>',
    read: portalOrigin,
  },
  adminOrigin: {
    name: 'HOLDFAST_ADMIN_ORIGIN',
    purpose: 'where the provider’s staff reach the portal',
    accepts: 'an origin such as https://staff.example.com (http on localhost), without a path',
    otherwise: 'HOLDFAST_ORIGIN',
    read: portalOrigin,
  },
  clientOrigin: {
    name: 'HOLDFAST_CLIENT_ORIGIN',
    purpose: 'where customers’ people reach the portal',
    accepts: 'an origin such as https://portal.example.com (http on localhost), without a path',
    otherwise: 'HOLDFAST_ORIGIN',
    read: portalOrigin,
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
  objectsLock: {
    name: 'OBJECTS_LOCK',
    purpose: 'lock recordings in the bucket of OBJECTS_URL until they may be destroyed',
    accepts: 'GOVERNANCE or COMPLIANCE, with a bucket that has object lock',
    otherwise: 'nothing is locked',
    read: lockMode,
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
  smtpUrl: {
    name: 'SMTP_URL',
    purpose: 'a mail server that takes e-mails about notifications',
    accepts: 'smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465',
    otherwise: 'no e-mail is sent',
    read: smtpAddress,
  },
  mailFrom: {
    name: 'HOLDFAST_MAIL_FROM',
    purpose: 'the address that e-mails are from',
    accepts: 'an e-mail address without a name, such as holdfast@example.com',
    otherwise: 'none; SMTP_URL needs it',
    read: mailAddress,
  },
  fcmCredentialsUrl: {
    name: 'FCM_CREDENTIALS_URL',
    purpose: 'tells handsets at once that commands wait for them',
    accepts: 'file:/path/to/service-account.json of Firebase Cloud Messaging',
    otherwise: 'handsets fetch commands from time to time',
    read: fileAddress,
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
  callerRequestsPerMinute: {
    name: 'HOLDFAST_CALLER_REQUESTS_PER_MINUTE',
    purpose: 'requests that a handset, a person or a client app may make of one process in a minute',
    accepts: 'a number from 1 to 1000000',
    otherwise: '6000',
    read: integerUpToAMillion,
  },
  callerMebibytesPerMinute: {
    name: 'HOLDFAST_CALLER_MEBIBYTES_PER_MINUTE',
    purpose: 'MiB of JSON that each of them may send in a minute, a quarter of it at once',
    accepts: 'a number from 1 to 1000000',
    otherwise: '32',
    read: integerUpToAMillion,
  },
  strangerRequestsPerMinute: {
    name: 'HOLDFAST_STRANGER_REQUESTS_PER_MINUTE',
    purpose: 'requests of one address in a minute that are made without a good token',
    accepts: 'a number from 1 to 1000000',
    otherwise: '6000',
    read: integerUpToAMillion,
  },
  workerConcurrency: {
    name: 'HOLDFAST_WORKER_CONCURRENCY',
    purpose: 'recordings that a worker opens and scans at once',
    accepts: 'a number from 1 to 64',
    otherwise: '2',
    read: integerUpTo64,
  },
  backupDays: {
    name: 'HOLDFAST_BACKUP_DAYS',
    purpose: 'days for which backups of database and objects are kept, for certificates of destruction',
    accepts: 'a number from 1 to 1000000',
    otherwise: 'none: certificates say that the end of backups is not known',
    read: integerUpToAMillion,
  },
  leastConfinement: {
    name: 'HOLDFAST_LEAST_CONFINEMENT',
    purpose: 'how well this machine must confine decoders, or no worker starts',
    accepts: 'sandbox, namespaces or limits',
    otherwise: 'limits, which every machine allows',
    read: confinementLevel,
  },
  metricsToken: {
    name: 'HOLDFAST_METRICS_TOKEN',
    purpose: 'bearer token that opens /metrics',
    accepts: 'at least 24 characters without spaces',
    otherwise: 'no metrics are served',
    read: metricsToken,
  },
  heartbeatUrl: {
    name: 'HOLDFAST_HEARTBEAT_URL',
    purpose: 'asked every minute by a worker, only while alerts are looked for and told and jobs are done in time',
    accepts: 'an address such as https://heartbeat.example.com/ping (http on localhost)',
    otherwise: 'nothing is asked',
    read: heartbeatAddress,
  },
  transferStsUrl: {
    name: 'TRANSFER_STS_URL',
    purpose: 'the token service that lends roles of customers for transfers to S3, and the credentials to ask with',
    accepts: 'an address such as https://key:secret@sts.eu-west-1.amazonaws.com?region=eu-west-1 (http on localhost)',
    otherwise: 'Amazon’s, with the credentials that its tools find on this machine',
    read: stsAddress,
  },
  simulatedHandsets: {
    name: 'HOLDFAST_SIMULATED_HANDSETS',
    purpose: 'run the simulated handsets of the demonstration',
    accepts: 'true or false',
    otherwise: 'true',
    read: booleanValue,
  },
  allowPrivateAddresses: {
    name: 'HOLDFAST_ALLOW_PRIVATE_ADDRESSES',
    purpose: 'let issuers and destinations be on private addresses, for development',
    accepts: 'true or false',
    otherwise: 'false',
    read: booleanValue,
  },
}

export type Environment = Record<string, string | undefined>

/** Some settings are wrong. The message has a line for each, which never repeats a value that may be secret. */
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
  const origin = read('origin') ?? `http://localhost:${port}`
  const inHome = (name: string) => pathToFileURL(path.join(home, name)).href
  const settings: Settings = {
    port,
    host: read('host') ?? '127.0.0.1',
    home,
    installation: read('installation'),
    origin,
    adminOrigin: read('adminOrigin') ?? origin,
    clientOrigin: read('clientOrigin') ?? origin,
    databaseUrl: read('databaseUrl'),
    objectsUrl: read('objectsUrl') ?? inHome('objects'),
    objectsLock: read('objectsLock'),
    keysUrl: read('keysUrl') ?? inHome('master.key'),
    scannerUrl: read('scannerUrl'),
    smtpUrl: read('smtpUrl'),
    mailFrom: read('mailFrom'),
    fcmCredentialsUrl: read('fcmCredentialsUrl'),
    identityIssuer: read('identityIssuer'),
    logLevel: read('logLevel') ?? 'info',
    trustedProxies: read('trustedProxies') ?? [],
    callerRequestsPerMinute: read('callerRequestsPerMinute') ?? 6000,
    callerMebibytesPerMinute: read('callerMebibytesPerMinute') ?? 32,
    strangerRequestsPerMinute: read('strangerRequestsPerMinute') ?? 6000,
    workerConcurrency: read('workerConcurrency') ?? 2,
    backupDays: read('backupDays'),
    leastConfinement: read('leastConfinement') ?? 'limits',
    heartbeatUrl: read('heartbeatUrl'),
    metricsToken: read('metricsToken'),
    transferStsUrl: read('transferStsUrl'),
    simulatedHandsets: read('simulatedHandsets') ?? true,
    allowPrivateAddresses: read('allowPrivateAddresses') ?? false,
  }
  wrong.push(...sharedHosts(settings))
  if (settings.objectsLock && !settings.objectsUrl.startsWith('s3:')) {
    wrong.push(
      `${settingTable.objectsLock.name} needs a bucket in ${settingTable.objectsUrl.name}; a folder has no locks.`,
    )
  }
  if (settings.smtpUrl && !environment[settingTable.mailFrom.name]?.trim()) {
    wrong.push(
      `${settingTable.mailFrom.name} is not set, and ${settingTable.smtpUrl.name} needs it; accepted: ${settingTable.mailFrom.accepts}.`,
    )
  }
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))
  return settings
}

/** Different origins must not share a host: browsers share cookies between its ports, and between http and https. */
function sharedHosts(settings: Settings): string[] {
  const origins = [...new Set([settings.origin, settings.adminOrigin, settings.clientOrigin])]
  const hosts = new Set(origins.map((origin) => new URL(origin).hostname))
  if (hosts.size === origins.length) return []
  const names = [settingTable.origin, settingTable.adminOrigin, settingTable.clientOrigin].map(({ name }) => name)
  return [`${names.join(', ')}: ${origins.join(', ')} share a host; accepted: equal origins, or a host for each.`]
}

function refusal(name: string, text: string, accepts: string): string {
  // Of the settings with our own prefix, only tokens and addresses are secret.
  const shown =
    name.startsWith('HOLDFAST_') && !/_(?:TOKEN|URL)$/.test(name)
      ? `is ${JSON.stringify(text)}`
      : 'is not valid (not shown, it may be secret)'
  return `${name} ${shown}; accepted: ${accepts}.`
}
