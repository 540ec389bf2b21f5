import { randomBytes } from 'node:crypto'
import { AssumeRoleCommand, STSClient, STSServiceException } from '@aws-sdk/client-sts'
import { LRUCache } from 'lru-cache'
import { type DestinationParts, limitsOf, type S3Options } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'
import { regionOf } from './s3-address.ts'

export interface RoleCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  expiration?: Date
}

const sessionSeconds = 3600

/** Roles that were seen to refuse a wrong external id. */
const guardedRoles = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })

/**
 * Borrows the customer's role with the account's external id. A role that can be borrowed without it is refused: the name of a role is no
 * secret, and any other customer could enter it.
 * @throws DestinationError
 */
export const assumeRole = async (
  parts: DestinationParts,
  options: S3Options,
  signal: AbortSignal,
): Promise<RoleCredentials> => {
  const sts = stsClient(parts, options)
  try {
    const credentials = await ask(sts, options, signal)
    const guarded = `${options.roleArn} ${options.externalId}`
    if (!guardedRoles.has(guarded)) {
      if (await acceptsAnyExternalId(sts, options, signal)) {
        throw new DestinationError('sign_in', 'The role does not ask for the external id: its trust policy has to')
      }
      guardedRoles.set(guarded, true)
    }
    return credentials
  } catch (error) {
    throw asSignInError(error, signal)
  } finally {
    sts.destroy()
  }
}

const stsClient = (parts: DestinationParts, options: S3Options): STSClient => {
  const { connectMs, idleMs } = limitsOf(parts)
  const { transferStsUrl } = parts.settings
  const url = transferStsUrl === undefined ? null : new URL(transferStsUrl)
  return new STSClient({
    region: url?.searchParams.get('region') ?? regionOf(options),
    requestHandler: { connectionTimeout: connectMs, requestTimeout: idleMs, throwOnRequestTimeout: true },
    ...(url ? { endpoint: url.origin } : {}),
    ...(url && url.username !== ''
      ? {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }
      : {}),
  })
}

const ask = async (sts: STSClient, options: S3Options, abortSignal: AbortSignal): Promise<RoleCredentials> => {
  const request = {
    RoleArn: options.roleArn,
    RoleSessionName: 'holdfast-transfer',
    ExternalId: options.externalId,
    DurationSeconds: sessionSeconds,
  }
  const { Credentials } = await sts.send(new AssumeRoleCommand(request), { abortSignal })
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {}
  if (!AccessKeyId || !SecretAccessKey || !SessionToken) {
    throw new DestinationError('sign_in', 'The token service gave no credentials for the role')
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    ...(Expiration ? { expiration: Expiration } : {}),
  }
}

const acceptsAnyExternalId = async (sts: STSClient, options: S3Options, signal: AbortSignal): Promise<boolean> => {
  try {
    await ask(sts, { ...options, externalId: `not-${randomBytes(16).toString('hex')}` }, signal)
    return true
  } catch (error) {
    if (error instanceof STSServiceException && error.$metadata.httpStatusCode === 403) return false
    throw error
  }
}

const asSignInError = (error: unknown, signal: AbortSignal): DestinationError => {
  if (error instanceof DestinationError) return error
  if (signal.aborted) return new DestinationError('cancelled', 'The connection was cancelled')
  if (!(error instanceof STSServiceException)) {
    const name = error instanceof Error ? error.name : 'unknown'
    // Credentials of the provider that are missing or wrong are nothing that the customer can mend.
    return new DestinationError(
      'unreachable',
      `The token service could not be asked for the role (${shownAnswer(name)})`,
    )
  }
  const isRefusal = error.$fault === 'client' && error.$metadata.httpStatusCode !== 429
  return new DestinationError(
    isRefusal ? 'sign_in' : 'unreachable',
    `The role could not be borrowed: ${shownAnswer(error.name)}`,
  )
}
