import { isIP } from 'node:net'
import {
  ProductError,
  type S3TransferParams,
  type SftpTransferParams,
  type ValidationProblem,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable } from '../../platform/database/index.ts'
import { readHostKey } from '../../platform/destinations/index.ts'
import { addressProblem } from '../../platform/network/index.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import { inspectPgpKey, PgpKeyError } from '../transfer-files/index.ts'
import type { TransferConfigRow } from './config-row.ts'
import { nextRun, parseSchedule } from './schedule.ts'

type Fields = Pick<TransferConfigRow, 'schedule' | 'time_zone' | 'pgp_key' | 'params'>
type Settings = RequestContext['platform']['settings']

/**
 * Checks what the schemas cannot: schedule and time zone, destination, PGP key.
 * @throws ProductError `request.invalid`, `request.malformed`
 */
export const assertConfigValid = async (fields: Fields, settings: Settings, now: Date): Promise<void> => {
  if (!isStorable(fields)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const { params, pgp_key } = fields
  const problems = [
    ...scheduleProblems('/body', fields, now),
    ...(params.target_type === 'SFTP' ? sftpProblems(params, settings) : s3Problems(params, settings)),
    ...(pgp_key === null ? [] : await keyProblems(pgp_key)),
  ]
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}

/** Parses a schedule that its schema admits. A schedule that never runs counts as none. */
export const scheduleProblems = (
  path: '/body' | '/query',
  { schedule, time_zone }: { schedule: string; time_zone: string },
  now: Date,
): ValidationProblem[] => {
  if (!isTimeZone(time_zone)) return [ofRule(`${path}/time_zone`, 'TimeZone', 'Must have the expected format')]
  const parsed = parseSchedule(schedule, time_zone)
  if (parsed?.kind === 'never' || (parsed && nextRun(parsed, now))) return []
  return [ofRule(`${path}/schedule`, 'Schedule', 'Must be a valid cron or rate expression')]
}

const control = /\p{Cc}/u
const maxNameBytes = 255

/** Names of folders, separated by `/`, none of which leads elsewhere. */
const isFolders = (path: string): boolean =>
  path.split('/').every((name) => {
    const isName = name !== '' && name !== '.' && name !== '..' && !control.test(name) && !name.includes('\\')
    return isName && Buffer.byteLength(name) <= maxNameBytes
  })

/** Without what is before the first folder and after the last. */
const inner = (path: string): string => path.replace(/^\/|\/$/g, '')

const pathRule = "Must be a path without '..' and empty names"

const sftpProblems = (params: SftpTransferParams, settings: Settings): ValidationProblem[] => {
  const { host, port, username, root_directory, host_key } = params
  return [
    ...invalid('host', hostProblem(host, port, settings), 'address'),
    ...invalid('username', control.test(username) ? 'Must not contain control characters' : null),
    ...invalid('root_directory', root_directory === '/' || isFolders(inner(root_directory)) ? null : pathRule),
    ...invalid(
      'host_key',
      readHostKey(host_key) ? null : 'Must be a public key of a server, such as ssh-ed25519 AAAA…',
    ),
  ]
}

const hostProblem = (host: string, port: number, settings: Settings): string | null => {
  if (isIP(host) === 0 && !/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host))
    return 'Must be the name of a host'
  return addressProblem(`https://${isIP(host) === 6 ? `[${host}]` : host}:${port}`, settings)
}

const bucketName = /^[a-z0-9](?:[a-z0-9.-]{1,61})[a-z0-9]$/

const s3Problems = (params: S3TransferParams, settings: Settings): ValidationProblem[] => {
  const { destination, region, endpoint } = params
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]*)\/?([\s\S]*)$/.exec(destination) ?? []
  const isBucket = bucketName.test(bucket) && !bucket.includes('..') && isIP(bucket) === 0
  return [
    ...invalid('destination', isBucket ? null : 'Must name a bucket, such as s3://bucket/folder'),
    ...invalid('destination', prefix === '' || isFolders(inner(prefix)) ? null : pathRule),
    ...invalid('region', region === undefined || /^[a-z0-9-]+$/.test(region) ? null : 'Must be the name of a region'),
    ...(endpoint === undefined ? [] : invalid('endpoint', endpointProblem(endpoint, settings), 'address')),
  ]
}

const endpointProblem = (endpoint: string, settings: Settings): string | null => {
  const isOpen = !endpoint.startsWith('https://') && !settings.allowPrivateAddresses
  return isOpen ? 'Must be an address that begins with https://.' : addressProblem(endpoint, settings)
}

const keyProblems = async (pgp_key: string): Promise<ValidationProblem[]> => {
  const found = await inspectPgpKey(pgp_key).then(
    ({ problem }) => problem && keySentences[problem],
    (error: unknown) => {
      if (error instanceof PgpKeyError) return error.message
      throw error
    },
  )
  return found === null ? [] : [ofRule('/body/pgp_key', 'PgpKey', found)]
}

const keySentences = {
  expired: 'This PGP key has expired',
  revoked: 'This PGP key was revoked',
  cannot_encrypt: 'Nothing can be encrypted to this PGP key',
  too_weak: 'This PGP key is too weak: RSA needs 2048 bits',
} as const

/** A portal shows the message of the rule in its own language. */
const ofRule = (path: string, rule: string, message: string): ValidationProblem => ({
  path,
  keyword: 'pattern',
  params: { rule },
  message,
})

const invalid = (param: string, message: string | null, keyword = 'pattern'): ValidationProblem[] =>
  message === null ? [] : [{ path: `/body/params/${param}`, keyword, params: {}, message }]
