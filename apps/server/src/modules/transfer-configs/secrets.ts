import type { TransferParams } from '@holdfast/contract'
import { readTransferExternalId } from '../../core/accounts/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { DestinationOptions } from '../../platform/destinations/index.ts'
import type { Keys } from '../../platform/keys/index.ts'
import type { TransferConfigRow } from './config-row.ts'
import { newSftpSeed, privateKeyFile, publicKeyLine } from './sftp-key.ts'

type SecretName = 'zip_password' | 'sftp_password' | 'sftp_key'
type Owner = Pick<TransferConfigRow, 'client' | 'transfer_config_reference'>

/** A secret that is copied to another configuration does not unwrap there. */
const purposeOf = (name: SecretName, { client, transfer_config_reference }: Owner): string =>
  `${name} of transfers of client ${client}: ${transfer_config_reference}`

const wrapText = (keys: Keys, name: SecretName, owner: Owner, secret: string): string =>
  keys.wrap(Buffer.from(secret), purposeOf(name, owner))

const unwrapText = (keys: Keys, name: SecretName, owner: Owner, wrapped: string | null): string | null =>
  wrapped === null ? null : Buffer.from(keys.unwrap(wrapped, purposeOf(name, owner))).toString()

/** Secrets that people enter. Absent: the stored one is kept. `null`: it is removed. */
export interface EnteredSecrets {
  zip_password?: string | null
  sftp_password?: string | null
}

const stored = ['zip_password_wrapped', 'sftp_password_wrapped', 'sftp_key_wrapped', 'sftp_public_key'] as const
type SecretColumns = Pick<TransferConfigRow, (typeof stored)[number]>

/**
 * The columns of secrets after a change. A destination that is no SFTP server has no password; SFTP without a password has a key, which
 * is made once.
 */
export const secretColumns = (
  keys: Keys,
  owner: Owner,
  { params, before, entered }: { params: TransferParams; before: SecretColumns | null; entered: EnteredSecrets },
): SecretColumns => {
  const kept = (name: 'zip_password' | 'sftp_password') => {
    const secret = entered[name]
    if (secret === undefined) return before?.[`${name}_wrapped`] ?? null
    return secret === null ? null : wrapText(keys, name, owner, secret)
  }
  const isSftp = params.target_type === 'SFTP'
  const sftp_password_wrapped = isSftp ? kept('sftp_password') : null
  const key = before?.sftp_key_wrapped
    ? { sftp_key_wrapped: before.sftp_key_wrapped, sftp_public_key: before.sftp_public_key }
    : isSftp && sftp_password_wrapped === null
      ? newKey(keys, owner)
      : { sftp_key_wrapped: null, sftp_public_key: null }
  return { zip_password_wrapped: kept('zip_password'), sftp_password_wrapped, ...key }
}

const newKey = (keys: Keys, owner: Owner) => {
  const seed = newSftpSeed()
  return {
    sftp_key_wrapped: keys.wrap(seed, purposeOf('sftp_key', owner)),
    sftp_public_key: publicKeyLine(seed, `holdfast-${owner.client}`),
  }
}

export const zipPasswordOf = (keys: Keys, row: TransferConfigRow): string | null =>
  unwrapText(keys, 'zip_password', row, row.zip_password_wrapped)

/** Password or private key (OpenSSH) of an SFTP destination: exactly one of them. */
export const sftpSecretsOf = (keys: Keys, row: TransferConfigRow) => {
  const password = unwrapText(keys, 'sftp_password', row, row.sftp_password_wrapped)
  const hasKey = password === null && row.sftp_key_wrapped !== null
  const seed = hasKey ? keys.unwrap(row.sftp_key_wrapped ?? '', purposeOf('sftp_key', row)) : null
  return { password, privateKey: seed && privateKeyFile(seed) }
}

/** Where a configuration transfers to, with its secrets. */
export const destinationOptionsOf = async (
  tx: TenantTransaction,
  keys: Keys,
  row: TransferConfigRow,
): Promise<DestinationOptions> => {
  const { params } = row
  if (params.target_type === 'SFTP') {
    const { host, port, username, host_key: hostKey, root_directory: rootDirectory } = params
    return { kind: 'SFTP', host, port, username, hostKey, rootDirectory, ...sftpSecretsOf(keys, row) }
  }
  const { destination, iam_role_arn: roleArn, region, endpoint } = params
  const externalId = await readTransferExternalId(tx, keys)
  if (externalId === null) throw new Error('An account with a destination in S3 has an external id')
  return {
    kind: 'S3',
    destination,
    roleArn,
    externalId,
    ...(region === undefined ? {} : { region }),
    ...(endpoint === undefined ? {} : { endpoint }),
  }
}
