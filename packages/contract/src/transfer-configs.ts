/** Transfer configurations: where, when and how recordings are transferred to a customer's own archive. */
import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { changeFields } from './entity-fields.ts'
import {
  IamRoleArn,
  newReference,
  PgpKey,
  S3Endpoint,
  S3Path,
  SftpRootDirectory,
  TransferConfigReference,
  text,
  Ulid,
} from './fields.ts'
import { limits } from './limits.ts'
import { mayField } from './may.ts'
import { closed, nullable } from './nullable.ts'
import { transferablePayloadTypes } from './payload-types.ts'
import { recordCalls } from './record-calls.ts'
import { anyOf } from './reference-lists.ts'
import { Schedule, Timestamp, TimeZone } from './times.ts'
import { TransferState } from './transfer-states.ts'
import { Transferable } from './transfers.ts'
import { Version } from './versions.ts'

export const transferTypes = ['Payload', 'Vantage'] as const
export const TransferType = Type.Enum(transferTypes)
export type TransferType = Static<typeof TransferType>

export const transferTargetTypes = ['S3', 'SFTP'] as const
export const TransferTargetType = Type.Enum(transferTargetTypes)
export type TransferTargetType = Static<typeof TransferTargetType>

export const transferFileFormats = ['Uncompressed', 'Zipped', 'ZippedWithPassword'] as const
export const TransferFileFormat = Type.Enum(transferFileFormats)
export type TransferFileFormat = Static<typeof TransferFileFormat>

export const TransferablePayloadType = Type.Enum(transferablePayloadTypes)
export type TransferablePayloadType = Static<typeof TransferablePayloadType>

/** How the metadata of recordings is written: a JSON file each, one CSV file for a window, or messages (RFC 5322). */
export const metadataFormats = ['JSON', 'CSV', 'EML'] as const
export const MetadataFormat = Type.Enum(metadataFormats, {
  default: 'JSON',
  description:
    'JSON: a file for each recording. CSV: one file for each transfer. EML: a message for each conversation and day, and for each other recording. Has no effect on the type Vantage, which is one report file.',
})
export type MetadataFormat = Static<typeof MetadataFormat>

/** An account has at most so many. */
export const maxTransferConfigs = 50

export const S3TransferParams = Type.Object(
  {
    target_type: Type.Literal('S3'),
    destination: S3Path,
    iam_role_arn: IamRoleArn,
    region: Type.Optional(text(64, 1)),
    endpoint: Type.Optional({
      ...S3Endpoint,
      description: 'Of a store that is not Amazon S3 but has its API. Absent: Amazon S3 in the region',
    }),
  },
  closed,
)
export type S3TransferParams = Static<typeof S3TransferParams>

export const SftpTransferParams = Type.Object(
  {
    target_type: Type.Literal('SFTP'),
    host: text(255, 1),
    port: Type.Integer({ minimum: 1, maximum: 65_535, default: 22 }),
    username: text(255, 1),
    root_directory: SftpRootDirectory,
    host_key: {
      ...text(8192, 1),
      description: 'The public key of the server, as `ssh-keyscan` prints it: type and base64',
    },
  },
  closed,
)
export type SftpTransferParams = Static<typeof SftpTransferParams>

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

/** Beyond the specification; absent ones get the default of a new configuration, or keep what is stored. */
const ownTransferConfigFields = {
  time_zone: Type.Optional({ ...TimeZone, description: 'Of the schedule. UTC if absent' }),
  metadata_format: Type.Optional(MetadataFormat),
  report_from: Type.Optional(
    nullable({
      ...Timestamp,
      description:
        'Where the first window begins: recordings that were processed after it are transferred. null: from now on. Cannot be changed once a window exists',
    }),
  ),
  receipt_within_hours: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 720,
        description:
          'The archive confirms what it received within this time; otherwise an alert is raised. null: it does not confirm',
      }),
    ),
  ),
}

/** Write-only: accepted, wrapped, and never returned. Absent: the stored one is kept. `null`: it is removed. */
export const transferSecretFields = {
  zip_password: Type.Optional(nullable(text(255, 1))),
  sftp_password: Type.Optional(nullable(text(1024, 1))),
}

const PgpKeyFacts = Type.Object(
  {
    fingerprint: Type.String({ description: 'Of the primary key, in hexadecimal' }),
    expires_at: nullable({ ...Timestamp, description: 'null: never' }),
    problem: nullable(
      Type.Enum(['expired', 'revoked', 'cannot_encrypt', 'too_weak'], {
        description: 'Why nothing can be encrypted to it now; transfers wait meanwhile',
      }),
    ),
  },
  { description: 'What is known of the PGP key' },
)
export type PgpKeyFacts = Static<typeof PgpKeyFacts>

const ManifestKey = Type.Object(
  {
    key_id: Type.String({ description: 'The fingerprint by which manifests name the key' }),
    public_key: Type.String({ description: 'PEM, SPKI' }),
  },
  { description: 'A public key that verifies manifests' },
)

export const TransferConfig = Type.Object(
  {
    transfer_config_reference: TransferConfigReference,
    ...transferConfigFields,
    time_zone: Type.String(),
    metadata_format: MetadataFormat,
    report_from: Timestamp,
    receipt_within_hours: nullable(Type.Integer()),
    has_zip_password: Type.Boolean(),
    has_sftp_password: Type.Boolean(),
    sftp_public_key: nullable(
      Type.String({
        description:
          'Of SFTP without a password: the line for `authorized_keys`. The private key never leaves Holdfast',
      }),
    ),
    external_id: nullable(
      Type.String({ description: "Of S3: what the trust policy of the role has to ask for, the account's own" }),
    ),
    pgp: nullable(PgpKeyFacts),
    manifest_keys: Type.Array(ManifestKey, {
      description: 'The public keys that verify what this account signs for its archives, the present one first',
    }),
    covered_until: { ...Timestamp, description: 'The end of the last window; the next one begins here' },
    next_runs: Type.Array(Timestamp, {
      description: 'The next five times of the schedule, none if it is empty or not active',
    }),
    last_transfer: nullable(
      Type.Object(
        { transfer_id: Ulid, state: TransferState, report_to: Timestamp },
        { description: 'The newest window' },
      ),
    ),
    ...changeFields,
    version: Version,
    ...mayField(['change', 'delete', 'run', 'test']),
  },
  { title: 'TransferConfig', description: 'Where, when and how recordings are transferred to a customer.' },
)
export type TransferConfig = Static<typeof TransferConfig>

const records = recordCalls({
  catalogue: 'client',
  path: 'transfer_configs',
  key: 'transfer_config_reference',
  reference: TransferConfigReference,
  entity: TransferConfig,
  fields: { ...transferConfigFields, ...ownTransferConfigFields, ...transferSecretFields },
  filter: {
    text: Type.Optional({ ...text(255, 1), description: 'Part of the reference' }),
    transfer_types: anyOf(TransferType),
    is_active: Type.Optional(Type.Boolean()),
  },
  read: 'transfers:read',
  write: 'transfers:write',
  one: 'transfer configuration',
  several: 'transfer configurations',
  events: {
    created: 'transfer_config.created',
    updated: 'transfer_config.updated',
    deleted: 'transfer_config.deleted',
  },
  createErrors: [
    'transfer_config.exists',
    'transfer_config.too_many',
    'transfer_config.needs_zip_password',
    'transfer_config.needs_content_right',
  ],
  putErrors: [
    'request.not_found',
    'edit.conflict',
    'transfer_config.needs_zip_password',
    'transfer_config.needs_sftp_password',
    'transfer_config.needs_content_right',
    'transfer_config.begun',
  ],
  deleteErrors: ['transfer_config.required'],
})

const ofOne = { catalogue: 'client', params: records.params } as const

export const runTransferConfig = call({
  ...ofOne,
  method: 'POST',
  path: '/transfer_configs/{transfer_config_reference}/run',
  summary:
    'Ends the present window now and transfers it. While an earlier transfer of the configuration waits or runs, that one is returned instead.',
  action: 'transfers:run',
  body: Type.Object({}, closed),
  maxBodyBytes: limits.maxSmallBodyBytes,
  response: Transferable,
  audit: 'transfer_config.run_asked',
  errors: ['request.not_found', 'transfer_config.not_active'],
})

/** The steps of a test, in their order. */
export const transferTestSteps = [
  'pgp_key',
  'address',
  'connection',
  'host_key',
  'sign_in',
  'clock',
  'write',
  'read_back',
  'rename',
  'no_overwrite',
  'remove',
] as const
export const TransferTestStep = Type.Object(
  {
    step: Type.Enum(transferTestSteps),
    result: Type.Enum(['passed', 'warning', 'failed', 'skipped']),
    detail: nullable(
      Type.String({ description: 'What was found, in English: addresses, fingerprints, the answer of the server' }),
    ),
    milliseconds: Type.Integer({ minimum: 0 }),
  },
  { title: 'TransferTestStep', description: 'One step of a test of a destination.' },
)
export type TransferTestStep = Static<typeof TransferTestStep>

export const TransferTest = Type.Object(
  {
    passed: Type.Boolean(),
    host_key: nullable(Type.String({ description: 'Of SFTP: the key that the server showed, to be pinned' })),
    host_key_fingerprint: nullable(
      Type.String({ description: '`SHA256:` and its hash in base64, as OpenSSH prints it' }),
    ),
    steps: Type.Array(TransferTestStep),
  },
  { title: 'TransferTest', description: 'What happened when a destination was tried.' },
)
export type TransferTest = Static<typeof TransferTest>

const { host_key, ...sftpAddress } = SftpTransferParams.properties

export const testTransferConfig = call({
  ...ofOne,
  beyondSpecification: true,
  params: Type.Object({ transfer_config_reference: newReference(TransferConfigReference) }, closed),
  method: 'POST',
  path: '/transfer_configs/{transfer_config_reference}/test',
  summary:
    'Tries a destination step by step, with the settings of the body, before they are saved. A stored password is used only for the stored host, key and user. Without a host key, it stops before anything is sent.',
  action: 'transfers:write',
  body: Type.Object(
    {
      params: Type.Union([
        S3TransferParams,
        Type.Object({ ...sftpAddress, host_key: Type.Optional(host_key) }, closed),
      ]),
      pgp_key: Type.Optional(transferConfigFields.pgp_key),
      sftp_password: transferSecretFields.sftp_password,
    },
    closed,
  ),
  maxBodyBytes: limits.maxFormBodyBytes,
  response: TransferTest,
  audit: 'transfer_config.tested',
  errors: ['transfer_config.test_running'],
})

export const getTransferSchedule = call({
  catalogue: 'client',
  beyondSpecification: true,
  method: 'GET',
  path: '/transfer_schedule',
  summary: 'The next five times of a schedule, for a form.',
  action: 'transfers:read',
  query: Type.Object({ schedule: Schedule, time_zone: Type.Optional(TimeZone) }, closed),
  response: Type.Object(
    {
      next_runs: Type.Array(Timestamp, { description: 'Empty: it never runs by itself' }),
    },
    { title: 'TransferSchedule', description: 'When a schedule runs.' },
  ),
})

export const transferConfigCalls = {
  listTransferConfigs: records.list,
  getTransferConfig: records.get,
  createTransferConfig: records.create,
  putTransferConfig: records.put,
  deleteTransferConfig: records.remove,
  runTransferConfig,
  testTransferConfig,
  getTransferSchedule,
}
