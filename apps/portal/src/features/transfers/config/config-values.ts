import {
  type CallInput,
  type calls,
  type S3TransferParams,
  type SftpTransferParams,
  type TransferConfig,
  type TransferParams,
  transferablePayloadTypes,
} from '@holdfast/contract'
import { personTimezone } from '../../../shared/ui/person-timezone.ts'
import { theBeginning } from '../window-text.tsx'

/** Where the first window begins. `kept`: as it is stored. */
export const beginnings = ['now', 'date', 'all'] as const
export type Beginning = (typeof beginnings)[number] | 'kept'

/** The fields of both kinds of destinations, so that changing the kind and back loses nothing. */
export interface DestinationValues
  extends Omit<Required<S3TransferParams>, 'target_type'>,
    Omit<SftpTransferParams, 'target_type' | 'port'> {
  target_type: TransferParams['target_type']
  port: number | string
}

/** The values that the form of a configuration edits. */
export interface ConfigValues
  extends Pick<
    TransferConfig,
    | 'transfer_config_reference'
    | 'transfer_type'
    | 'payload_types'
    | 'metadata_format'
    | 'schedule'
    | 'time_zone'
    | 'transfer_file_format'
    | 'is_active'
  > {
  params: DestinationValues
  /** `''`: the stored one is kept. `null`: it is removed. */
  sftp_password: string | null
  zip_password: string | null
  pgp_key: string
  receipt_within_hours: number | string
  beginning: Beginning
  /** Local time of the person, yyyy-mm-ddThh:mm. */
  beginning_date: string
}

const emptyDestination: DestinationValues = {
  target_type: 'SFTP',
  host: '',
  port: 22,
  username: '',
  root_directory: '/',
  host_key: '',
  destination: '',
  iam_role_arn: '',
  region: '',
  endpoint: '',
}

const withoutSecrets = { sftp_password: '', zip_password: '', beginning_date: '' } as const

/** Nothing is transferred until somebody has tested the destination and switched it on. */
const newConfig = (): ConfigValues => ({
  transfer_config_reference: '',
  transfer_type: 'Payload',
  payload_types: [...transferablePayloadTypes],
  metadata_format: 'JSON',
  schedule: 'cron(0 2 * * ? *)',
  time_zone: personTimezone(),
  transfer_file_format: 'Uncompressed',
  is_active: false,
  params: emptyDestination,
  pgp_key: '',
  receipt_within_hours: '',
  beginning: 'now',
  ...withoutSecrets,
})

export const valuesOf = (config: TransferConfig | null): ConfigValues => {
  if (!config) return newConfig()
  const { pgp_key, params, receipt_within_hours } = config
  return {
    transfer_config_reference: config.transfer_config_reference,
    transfer_type: config.transfer_type,
    payload_types: config.payload_types,
    metadata_format: config.metadata_format,
    schedule: config.schedule,
    time_zone: config.time_zone,
    transfer_file_format: config.transfer_file_format,
    is_active: config.is_active,
    params: { ...emptyDestination, ...params },
    pgp_key: pgp_key ?? '',
    receipt_within_hours: receipt_within_hours ?? '',
    beginning: 'kept',
    ...withoutSecrets,
  }
}

/** For a test: SFTP without a host key if nobody has pinned one. */
type EnteredParams = CallInput<typeof calls.testTransferConfig>['body']['params']

export const paramsOf = ({ params }: ConfigValues): EnteredParams => {
  if (params.target_type === 'SFTP') {
    const { target_type, host, port, username, root_directory, host_key } = params
    const address = { target_type, host, port: Number(port), username, root_directory }
    return host_key.trim() === '' ? address : { ...address, host_key: host_key.trim() }
  }
  const { target_type, destination, iam_role_arn, region, endpoint } = params
  return {
    target_type,
    destination,
    iam_role_arn,
    ...(region === '' ? {} : { region }),
    ...(endpoint === '' ? {} : { endpoint }),
  }
}

const secret = <const Name extends string>(name: Name, value: string | null) =>
  value === '' ? {} : ({ [name]: value } as { [N in Name]?: string | null })

const beginningOf = ({ beginning, beginning_date }: ConfigValues): { report_from?: string | null } => {
  if (beginning === 'now') return { report_from: null }
  if (beginning === 'all') return { report_from: theBeginning }
  if (beginning === 'kept' || beginning_date === '') return {}
  return { report_from: new Date(beginning_date).toISOString() }
}

export const bodyOf = (values: ConfigValues) => {
  const { transfer_type, payload_types, metadata_format, schedule, time_zone, transfer_file_format, is_active } = values
  const { pgp_key, receipt_within_hours, zip_password, sftp_password } = values
  return {
    transfer_type,
    payload_types,
    metadata_format,
    schedule,
    time_zone,
    transfer_file_format,
    is_active,
    params: paramsOf(values) as TransferParams,
    pgp_key: pgp_key.trim() === '' ? null : pgp_key.trim(),
    receipt_within_hours: receipt_within_hours === '' ? null : Number(receipt_within_hours),
    ...beginningOf(values),
    ...secret('zip_password', zip_password),
    ...(values.params.target_type === 'SFTP' ? secret('sftp_password', sftp_password) : {}),
  }
}

/** The input of a test of the destination. */
export const testBodyOf = (values: ConfigValues): CallInput<typeof calls.testTransferConfig>['body'] => ({
  params: paramsOf(values),
  pgp_key: values.pgp_key.trim() === '' ? null : values.pgp_key.trim(),
  ...(values.params.target_type === 'SFTP' ? secret('sftp_password', values.sftp_password) : {}),
})

/** A stored password is used for the server, key and user for which it was entered; of others it has to be entered again. */
export const needsPasswordAgain = (
  { params, sftp_password }: ConfigValues,
  stored: Pick<TransferConfig, 'params' | 'has_sftp_password'> | null,
): boolean => {
  if (!stored?.has_sftp_password || sftp_password !== '') return false
  const before = stored.params
  if (before.target_type !== 'SFTP' || params.target_type !== 'SFTP') return false
  const isSame =
    before.host === params.host &&
    before.port === Number(params.port) &&
    before.username === params.username &&
    before.host_key === params.host_key.trim()
  return !isSame
}
