import type { TransferConfig } from '@holdfast/contract'
import type { Selectable } from 'kysely'
import { type Database, type Tables, type TenantTransaction, versionedTable } from '../../platform/database/index.ts'

const transferConfigColumns = [
  'client',
  'transfer_config_reference',
  'transfer_type',
  'payload_types',
  'schedule',
  'time_zone',
  'pgp_key',
  'params',
  'transfer_file_format',
  'metadata_format',
  'is_active',
  'receipt_within_hours',
  'zip_password_wrapped',
  'sftp_password_wrapped',
  'sftp_key_wrapped',
  'sftp_public_key',
  'report_from',
  'covered_until',
  'covered_arrival',
  'next_run_at',
  'last_manifest_sha256',
  'manifests',
  'created_at',
  'updated_at',
  'updated_by',
  'version',
] as const

export const transferConfigs = versionedTable({
  table: 'transfer_configs',
  key: 'transfer_config_reference',
  columns: transferConfigColumns,
  whenExists: 'transfer_config.exists',
})

/** The configurations that are switched on: an account has few. */
export const activeTransferConfigs = async (tx: TenantTransaction): Promise<ReadonlySet<string>> => {
  const configs = await transferConfigs.select(tx).execute()
  return new Set(configs.filter(({ is_active }) => is_active).map((config) => config.transfer_config_reference))
}

/** The configurations of all accounts that are switched on. */
export const findActiveConfigs = (database: Pick<Database, 'readAcrossClients'>) =>
  database.readAcrossClients((db) =>
    db
      .selectFrom('transfer_configs')
      .select(['client', 'transfer_config_reference'])
      .where('is_active', '=', true)
      .execute(),
  )

export type TransferConfigRow = Pick<Selectable<Tables['transfer_configs']>, (typeof transferConfigColumns)[number]>

/** The fields that people edit, and whether passwords are set: what the trail shows of a change. */
export const fieldsOf = ({ zip_password_wrapped, sftp_password_wrapped, ...row }: TransferConfigRow) => ({
  transfer_type: row.transfer_type,
  payload_types: row.payload_types,
  schedule: row.schedule,
  time_zone: row.time_zone,
  pgp_key: row.pgp_key,
  params: row.params,
  transfer_file_format: row.transfer_file_format,
  metadata_format: row.metadata_format,
  is_active: row.is_active,
  report_from: row.report_from,
  receipt_within_hours: row.receipt_within_hours,
  has_zip_password: zip_password_wrapped !== null,
  has_sftp_password: sftp_password_wrapped !== null,
})

/** Parts of the answer that come from other rows, keys and the time. */
type Added = Pick<TransferConfig, 'external_id' | 'pgp' | 'manifest_keys' | 'next_runs' | 'last_transfer' | 'may'>

export const toTransferConfig = (row: TransferConfigRow, added: Added): TransferConfig => ({
  transfer_config_reference: row.transfer_config_reference,
  ...fieldsOf(row),
  client: row.client,
  covered_until: row.covered_until,
  sftp_public_key: isSftpWithKey(row) ? row.sftp_public_key : null,
  updated_at: row.updated_at,
  updated_by: row.updated_by,
  version: row.version,
  ...added,
})

/** Signs in at an SFTP server with its key, because it has no password. */
const isSftpWithKey = ({ params, sftp_password_wrapped }: TransferConfigRow): boolean =>
  params.target_type === 'SFTP' && sftp_password_wrapped === null
