import { type Static, Type } from 'typebox'
import { changeFields } from './entity-fields.ts'
import { IamRoleArn, PgpKey, S3Path, SftpRootDirectory, TransferConfigReference, text } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { transferablePayloadTypes } from './payload-types.ts'
import { Schedule } from './times.ts'

export const transferTypes = ['Payload', 'Vantage'] as const
export const TransferType = Type.Enum(transferTypes)

export const transferTargetTypes = ['S3', 'SFTP'] as const
export const TransferTargetType = Type.Enum(transferTargetTypes)

export const transferFileFormats = ['Uncompressed', 'Zipped', 'ZippedWithPassword'] as const
export const TransferFileFormat = Type.Enum(transferFileFormats)

export const TransferablePayloadType = Type.Enum(transferablePayloadTypes)

export const S3TransferParams = Type.Object(
  {
    target_type: Type.Literal('S3'),
    destination: S3Path,
    iam_role_arn: IamRoleArn,
    region: Type.Optional(text(64, 1)),
  },
  closed,
)

export const SftpTransferParams = Type.Object(
  {
    target_type: Type.Literal('SFTP'),
    host: text(255, 1),
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 22 }),
    username: text(255, 1),
    root_directory: SftpRootDirectory,
    host_key: text(8192, 1),
  },
  closed,
)

export const TransferParams = Type.Union([S3TransferParams, SftpTransferParams])
export type TransferParams = Static<typeof TransferParams>

/** The fields of a transfer configuration that people edit. */
export const transferConfigFields = {
  transfer_type: TransferType,
  payload_types: Type.Array(TransferablePayloadType, { minItems: 1, uniqueItems: true }),
  schedule: Schedule,
  pgp_key: nullable(PgpKey),
  params: TransferParams,
  transfer_file_format: TransferFileFormat,
  is_active: Type.Boolean(),
}

/** Write-only: accepted, sealed, and never returned. */
export const transferSecretFields = {
  zip_password: Type.Optional(text(255, 1)),
  sftp_password: Type.Optional(text(1024, 1)),
}

export const TransferConfig = Type.Object(
  {
    transfer_config_reference: TransferConfigReference,
    ...transferConfigFields,
    ...changeFields,
  },
  { title: 'TransferConfig', description: 'Where, when and how recordings are transferred to a customer.' },
)
export type TransferConfig = Static<typeof TransferConfig>
