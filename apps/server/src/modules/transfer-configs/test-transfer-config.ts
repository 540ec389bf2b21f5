import { type CallInput, type calls, ProductError, type TransferTest, type TransferTestStep } from '@holdfast/contract'
import { createTransferExternalId } from '../../core/accounts/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { isStorable } from '../../platform/database/index.ts'
import { type DestinationOptions, examineDestination } from '../../platform/destinations/index.ts'
import { beginWithinLimit } from '../../platform/running-limit.ts'
import { inspectPgpKey, PgpKeyError } from '../transfer-files/index.ts'
import { type TransferConfigRow, transferConfigs } from './config-row.ts'
import { sftpSecretsOf } from './secrets.ts'

type Input = CallInput<typeof calls.testTransferConfig>
type Body = Input['body']
type SftpParams = Extract<Body['params'], { target_type: 'SFTP' }>

/**
 * `POST /transfer_configs/{transfer_config_reference}/test`: one at a time for an account in each process, so that nobody searches other
 * people's networks or passwords with it.
 */
export const testTransferConfig = async (ctx: RequestContext, { params, body }: Input): Promise<TransferTest> => {
  if (!isStorable(body)) {
    throw new ProductError('request.malformed', { reason: 'a text holds a character that cannot be stored' })
  }
  const { transfer_config_reference } = params
  const end = beginWithinLimit(JSON.stringify(['transfer_test', ctx.client]), {
    most: 1,
    refusal: () => new ProductError('transfer_config.test_running'),
  })
  try {
    const stored = (await ctx.read((tx) => transferConfigs.find(tx, transfer_config_reference))) ?? null
    const options = await destinationOf(ctx, body, stored)
    const test = await examineDestination({ settings: ctx.platform.settings }, options, await pgpContext(body, stored))
    return await ctx.transaction(async (tx) => {
      const failed = test.steps.find(({ result }) => result === 'failed')?.step ?? null
      const found = { passed: test.passed, failed, host_key_fingerprint: test.host_key_fingerprint }
      tx.audit('transfer_config.tested', { transfer_config_reference, params: body.params, ...found })
      return test
    })
  } finally {
    end()
  }
}

const destinationOf = async (
  ctx: RequestContext,
  { params, sftp_password }: Body,
  stored: TransferConfigRow | null,
): Promise<DestinationOptions> => {
  if (params.target_type === 'SFTP') return sftpDestination(ctx, { params, entered: sftp_password }, stored)
  const { keys, database } = ctx.platform
  const { destination, iam_role_arn: roleArn, region, endpoint } = params
  const externalId = await database.transaction(ctx.client, (tx) => createTransferExternalId(tx, keys))
  return {
    kind: 'S3',
    destination,
    roleArn,
    externalId,
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  }
}

const sftpDestination = (
  { platform: { keys } }: RequestContext,
  { params, entered }: { params: SftpParams; entered: string | null | undefined },
  stored: TransferConfigRow | null,
): DestinationOptions => {
  const { host, port, username, host_key: hostKey = null, root_directory: rootDirectory } = params
  const secrets = stored ? sftpSecretsOf(keys, stored) : { password: null, privateKey: null }
  const kept = entered === undefined && isSameServer(params, stored) ? secrets.password : null
  return {
    kind: 'SFTP',
    host,
    port,
    username,
    hostKey,
    rootDirectory,
    password: entered ?? kept,
    // Signing in with a key shows no server anything that another could use.
    privateKey: secrets.privateKey,
  }
}

/** A stored password goes to the server, key and user for which it was entered, and to nobody else. */
const isSameServer = (params: SftpParams, stored: TransferConfigRow | null): boolean => {
  const before = stored?.params
  if (before?.target_type !== 'SFTP') return false
  return (['host', 'port', 'username', 'host_key'] as const).every((name) => before[name] === params[name])
}

const pgpContext = async (body: Body, stored: TransferConfigRow | null): Promise<{ pgpStep?: TransferTestStep }> => {
  const key = body.pgp_key === undefined ? (stored?.pgp_key ?? null) : body.pgp_key
  if (key === null) return {}
  const begin = performance.now()
  const { result, detail } = await examineKey(key)
  return { pgpStep: { step: 'pgp_key', result, detail, milliseconds: Math.round(performance.now() - begin) } }
}

const examineKey = async (key: string): Promise<Pick<TransferTestStep, 'result' | 'detail'>> => {
  try {
    const { fingerprint, expires_at, problem } = await inspectPgpKey(key)
    if (problem) return { result: 'failed', detail: `${fingerprint}: ${keyProblems[problem]}` }
    return { result: 'passed', detail: expires_at ? `${fingerprint}, until ${expires_at}` : fingerprint }
  } catch (error) {
    if (!(error instanceof PgpKeyError)) throw error
    return { result: 'failed', detail: error.message }
  }
}

const keyProblems = {
  expired: 'it has expired',
  revoked: 'it was revoked',
  cannot_encrypt: 'nothing can be encrypted to it',
  too_weak: 'it is too weak',
} as const
