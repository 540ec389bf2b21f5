import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readSettings, SettingsError, settingTable, unknownSettings } from './index.ts'

const nameOf = (key: keyof typeof settingTable) => settingTable[key].name

test('by default everything is embedded, in .holdfast, on port 4400', () => {
  const home = path.resolve('.holdfast')
  expect(readSettings({})).toEqual({
    port: 4400,
    host: '127.0.0.1',
    home,
    origin: 'http://localhost:4400',
    adminOrigin: 'http://localhost:4400',
    clientOrigin: 'http://localhost:4400',
    databaseUrl: undefined,
    objectsUrl: pathToFileURL(`${home}/objects`).href,
    keysUrl: pathToFileURL(`${home}/master.key`).href,
    scannerUrl: undefined,
    identityIssuer: undefined,
    logLevel: 'info',
    trustedProxies: [],
    callerRequestsPerMinute: 6000,
    callerMebibytesPerMinute: 32,
    strangerRequestsPerMinute: 6000,
    workerConcurrency: 2,
    backupDays: undefined,
    leastConfinement: 'limits',
    simulatedHandsets: true,
    allowPrivateAddresses: false,
  })
})

test('settings that depend on others follow them, also in a path with spaces', () => {
  const settings = readSettings({ HOLDFAST_PORT: '8080', HOLDFAST_HOME: '/srv/my evidence' })
  expect(settings).toMatchObject({ origin: 'http://localhost:8080', objectsUrl: 'file:///srv/my%20evidence/objects' })
})

test('the origins of both portals default to HOLDFAST_ORIGIN', () => {
  const origin = 'https://holdfast.example.com'
  expect(readSettings({ HOLDFAST_ORIGIN: origin })).toMatchObject({ adminOrigin: origin, clientOrigin: origin })
  expect(readSettings({ HOLDFAST_ORIGIN: origin, HOLDFAST_ADMIN_ORIGIN: 'https://staff.example.com' })).toMatchObject({
    adminOrigin: 'https://staff.example.com',
    clientOrigin: origin,
  })
})

test.each(['https://holdfast.example.com:8443', 'http://localhost:4401'])(
  'a portal at another port of the same host (%s) is refused, because browsers would share its cookies',
  (admin) => {
    const origin = admin.replace(/:\d+$/, '')
    expect(() => readSettings({ HOLDFAST_ORIGIN: origin, HOLDFAST_ADMIN_ORIGIN: admin })).toThrow('share a host')
  },
)

test('an empty setting counts as not set', () => {
  expect(readSettings({ HOLDFAST_PORT: '', DATABASE_URL: ' ' })).toEqual(readSettings({}))
})

test.each<[keyof typeof settingTable, string, unknown?]>([
  ['port', '65535', 65_535],
  ['host', '0.0.0.0'],
  ['host', '::'],
  ['metricsToken', 'a-token-of-24-characters'],
  ['origin', 'https://holdfast.example.com'],
  ['origin', 'https://holdfast.example.com/', 'https://holdfast.example.com'],
  ['origin', 'http://127.0.0.1:4400'],
  ['adminOrigin', 'https://staff.example.com'],
  ['clientOrigin', 'http://portal.localhost:4400'],
  ['databaseUrl', 'postgresql://owner:secret@db.example.com:5432/holdfast'],
  ['databaseUrl', 'postgres://owner:secret@localhost/holdfast?host=%2Frun%2Fpostgresql'],
  ['objectsUrl', 'file:/srv/objects'],
  ['objectsUrl', 's3://bucket?region=eu-west-1'],
  ['keysUrl', 'file:master.key'],
  ['scannerUrl', 'clamd://scanner:3310'],
  ['scannerUrl', 'clamd:/run/clamav/clamd.ctl'],
  ['mailFrom', 'holdfast@example.com'],
  ['transferStsUrl', 'https://key:s%2Fcret@sts.eu-west-1.amazonaws.com?region=eu-west-1'],
  ['transferStsUrl', 'http://127.0.0.1:4411'],
  ['identityIssuer', 'https://login.example.com/tenant'],
  ['identityIssuer', 'http://localhost:9000'],
  ['logLevel', 'debug'],
  ['leastConfinement', 'sandbox'],
  ['trustedProxies', '10.0.0.0/8, fd00::/8,192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
  ['simulatedHandsets', 'false', false],
  ['allowPrivateAddresses', 'true', true],
])('%s accepts %s', (key, text, value = text) => {
  expect(readSettings({ [nameOf(key)]: text })[key]).toEqual(value)
})

test.each<[keyof typeof settingTable, string]>([
  ['port', '0'],
  ['port', '65536'],
  ['port', '4400x'],
  ['port', '-1'],
  ['host', 'localhost'],
  ['host', '127.1'],
  ['metricsToken', 'too-short'],
  ['origin', 'holdfast.example.com'],
  ['origin', 'https://holdfast.example.com/portal'],
  ['origin', 'ftp://holdfast.example.com'],
  ['origin', 'http://holdfast.example.com'],
  ['adminOrigin', 'http://staff.example.com'],
  ['adminOrigin', 'https://staff.example.com/portal'],
  ['adminOrigin', 'https://nadia@staff.example.com'],
  ['clientOrigin', 'http://localhost.example.com'],
  ['clientOrigin', 'https://portal.example.com?x'],
  ['databaseUrl', 'mysql://owner:secret@db/holdfast'],
  ['databaseUrl', 'postgres://owner:secret@db'],
  ['objectsUrl', '/srv/objects'],
  ['objectsUrl', 's3:bucket'],
  ['objectsUrl', 'file:'],
  ['objectsLock', 'governance'],
  ['keysUrl', 'vault://secret'],
  ['scannerUrl', 'http://scanner:3310'],
  ['scannerUrl', 'clamd://'],
  ['smtpUrl', 'http://mail.example.com'],
  ['smtpUrl', 'smtp://'],
  ['smtpUrl', 'smtp://user@mail.example.com'],
  ['smtpUrl', 'smtp://mail.example.com/?pool=true'],
  ['mailFrom', 'Holdfast <holdfast@example.com>'],
  ['mailFrom', 'holdfast@example.com,eve@example.com'],
  ['mailFrom', 'example.com'],
  ['fcmCredentialsUrl', '/etc/service-account.json'],
  ['transferStsUrl', 'http://sts.example.com'],
  ['transferStsUrl', 'https://key@sts.example.com'],
  ['transferStsUrl', 'https://sts.example.com/path'],
  ['transferStsUrl', 'https://sts.example.com?token=1'],
  ['heartbeatUrl', 'ftp://heartbeat.example.com/ping'],
  ['heartbeatUrl', 'http://heartbeat.example.com/ping'],
  ['identityIssuer', 'http://login.example.com'],
  ['identityIssuer', 'https://login.example.com?secret=1'],
  ['logLevel', 'loud'],
  ['leastConfinement', 'none'],
  ['trustedProxies', 'true'],
  ['trustedProxies', '10.0.0.0/33'],
  ['trustedProxies', '010.0.0.1/8'],
  ['trustedProxies', '10.0.0.0/8,'],
  ['simulatedHandsets', 'off'],
  ['allowPrivateAddresses', 'yes'],
])('%s refuses %s with one line that says what is accepted', (key, text) => {
  const { name, accepts } = settingTable[key]
  expect(() => readSettings({ [name]: text })).toThrow(
    expect.objectContaining({ message: expect.stringMatching(new RegExp(`^${name} is [^\\n]*; accepted: [^\\n]*$`)) }),
  )
  expect(() => readSettings({ [name]: text })).toThrow(accepts)
})

test('a folder has no locks', () => {
  expect(() => readSettings({ OBJECTS_LOCK: 'GOVERNANCE' })).toThrow(/^OBJECTS_LOCK needs a bucket in OBJECTS_URL/)
  const settings = readSettings({ OBJECTS_LOCK: 'COMPLIANCE', OBJECTS_URL: 's3://bucket' })
  expect(settings).toMatchObject({ objectsLock: 'COMPLIANCE', objectsUrl: 's3://bucket' })
})

test('a mail server needs the address that e-mails are from', () => {
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.com'
  expect(() => readSettings({ SMTP_URL })).toThrow(/^HOLDFAST_MAIL_FROM is not set, and SMTP_URL needs it; accepted: /)
  const settings = readSettings({ SMTP_URL, HOLDFAST_MAIL_FROM: 'holdfast@example.com' })
  expect(settings).toMatchObject({ smtpUrl: SMTP_URL, mailFrom: 'holdfast@example.com' })
})

test('each invalid setting has a line of its own', () => {
  expect(() => readSettings({ HOLDFAST_PORT: 'x', HOLDFAST_LOG_LEVEL: 'loud' })).toThrow(
    new SettingsError(
      'HOLDFAST_PORT is "x"; accepted: a number from 1 to 65535.\n' +
        'HOLDFAST_LOG_LEVEL is "loud"; accepted: fatal, error, warn, info, debug or trace.',
    ),
  )
})

test.each([
  'DATABASE_URL',
  'OBJECTS_URL',
  'KEYS_URL',
  'SCANNER_URL',
  'SMTP_URL',
  'IDENTITY_ISSUER',
  'HOLDFAST_METRICS_TOKEN',
])('an invalid %s is not repeated, because it may contain a secret', (name) => {
  expect(() => readSettings({ [name]: 'nonsense://user:hunter2@host of' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})

test('a misspelt setting is named with the one that was probably meant', () => {
  expect(unknownSettings({ HOLDFAST_PROT: '1', HOLDFAST_HOME: '/srv', PATH: '/bin' })).toEqual([
    'HOLDFAST_PROT is not a setting of Holdfast; did you mean HOLDFAST_PORT?',
  ])
})
