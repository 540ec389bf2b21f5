import {
  IamRoleArn,
  metadataFormats,
  PgpKey,
  S3Endpoint,
  S3Path,
  S3TransferParams,
  Schedule,
  SftpRootDirectory,
  SftpTransferParams,
  type TransferablePayloadType,
  type TransferConfig,
  TransferConfigReference,
  transferablePayloadTypes,
  transferFileFormats,
  transferSecretFields,
  transferTypes,
} from '@holdfast/contract'
import { NativeSelect, NumberInput, SegmentedControl, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { DateField } from '../../../shared/forms/date-field.tsx'
import type { Field } from '../../../shared/forms/field.ts'
import { text } from '../../../shared/i18n/text.ts'
import { beginnings, type ConfigValues, needsPasswordAgain } from './config-values.ts'
import { PayloadTypesInput } from './payload-types-input.tsx'
import { ScheduleInput } from './schedule-input.tsx'
import { SecretInput } from './secret-input.tsx'

type ConfigField = Field<ConfigValues>

/** The stored configuration; `null` when creating one. */
export interface Stored {
  config: TransferConfig | null
  /** Whether the person may download recordings, which switching it on needs. */
  mayDownload: boolean
}

/** The sections of the form, in their order. */
export const sectionNames = ['what', 'when', 'where', 'how', 'receipts', 'state'] as const
export type SectionName = (typeof sectionNames)[number]

export const fieldsOfSection = (section: SectionName, values: ConfigValues, stored: Stored): readonly ConfigField[] =>
  sections[section](values, stored)

export const fieldsOf =
  (stored: Stored) =>
  (values: ConfigValues): readonly ConfigField[] =>
    sectionNames.flatMap((section) => fieldsOfSection(section, values, stored))

const whatFields = ({ transfer_type, payload_types, metadata_format }: ConfigValues): readonly ConfigField[] => [
  {
    name: 'transfer_config_reference',
    label: 'transfer_configs.reference',
    hint: 'transfer_configs.reference_hint',
    isReference: true,
    isRequired: true,
    schema: TransferConfigReference,
    input: (props) => <TextInput {...props} data-autofocus />,
  },
  {
    name: 'transfer_type',
    label: 'transfer_configs.type',
    hint: transfer_type === 'Vantage' ? 'transfer_configs.type_Vantage_hint' : 'transfer_configs.type_Payload_hint',
    text: text(`value.transfer_type_${transfer_type}`),
    input: (props) => (
      <NativeSelect
        {...props}
        data={transferTypes.map((value) => ({ value, label: text(`value.transfer_type_${value}`) }))}
      />
    ),
  },
  {
    name: 'payload_types',
    label: 'transfer_configs.payload_types',
    isRequired: true,
    problem: payload_types.length === 0 ? text('transfer_configs.no_payload_types') : null,
    text: payload_types.map((type: TransferablePayloadType) => text(`kind.${type}`)).join(', '),
    input: (props) => <PayloadTypesInput {...props} types={transferablePayloadTypes} />,
  },
  ...(transfer_type === 'Payload'
    ? [
        {
          name: 'metadata_format',
          label: 'transfer_configs.metadata_format',
          hint: `transfer_configs.metadata_${metadata_format}_hint`,
          input: (props) => <NativeSelect {...props} data={[...metadataFormats]} />,
        } satisfies ConfigField,
      ]
    : []),
]

/** `UTC` is not among those of every browser. */
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const whenFields = ({ time_zone }: ConfigValues): readonly ConfigField[] => [
  {
    name: 'schedule',
    label: 'transfer_configs.schedule',
    schema: Schedule,
    input: (props) => <ScheduleInput {...props} />,
  },
  {
    name: 'time_zone',
    label: 'transfer_configs.time_zone',
    input: (props) => (
      <Select
        {...props}
        searchable
        allowDeselect={false}
        data={timeZones.includes(time_zone) ? timeZones : [time_zone, ...timeZones]}
      />
    ),
  },
]

const s3Fields: readonly ConfigField[] = [
  {
    name: 'params.destination',
    label: 'transfer_configs.s3_destination',
    isRequired: true,
    schema: S3Path,
    input: (props) => <TextInput {...props} placeholder="s3://bucket/folder" />,
  },
  {
    name: 'params.iam_role_arn',
    label: 'transfer_configs.s3_role',
    hint: 'transfer_configs.s3_role_hint',
    isRequired: true,
    schema: IamRoleArn,
    input: (props) => <TextInput {...props} placeholder="arn:aws:iam::123456789012:role/holdfast-transfers" />,
  },
  {
    name: 'params.region',
    label: 'transfer_configs.s3_region',
    hint: 'transfer_configs.s3_region_hint',
    schema: S3TransferParams.properties.region,
    input: (props) => <TextInput {...props} placeholder="us-east-1" />,
  },
  {
    name: 'params.endpoint',
    label: 'transfer_configs.s3_endpoint',
    hint: 'transfer_configs.s3_endpoint_hint',
    schema: S3Endpoint,
    input: (props) => <TextInput {...props} placeholder="https://" />,
  },
]

const sftp = SftpTransferParams.properties

const sftpFields = (values: ConfigValues, { config }: Stored): readonly ConfigField[] => [
  {
    name: 'params.host',
    label: 'transfer_configs.sftp_host',
    isRequired: true,
    schema: sftp.host,
    input: (props) => <TextInput {...props} placeholder="sftp.example.com" />,
  },
  {
    name: 'params.port',
    label: 'transfer_configs.sftp_port',
    isRequired: true,
    schema: sftp.port,
    input: (props) => <NumberInput {...props} maw={140} min={1} max={65_535} allowDecimal={false} />,
  },
  {
    name: 'params.username',
    label: 'transfer_configs.sftp_username',
    isRequired: true,
    schema: sftp.username,
    input: (props) => <TextInput {...props} autoComplete="off" />,
  },
  {
    name: 'sftp_password',
    label: 'transfer_configs.sftp_password',
    hint: 'transfer_configs.sftp_password_hint',
    schema: transferSecretFields.sftp_password,
    problem: needsPasswordAgain(values, config) ? text('transfer_configs.password_again') : null,
    text: secretText(values.sftp_password, config?.has_sftp_password),
    input: (props) => (
      <SecretInput key={config?.version ?? 0} {...props} isStored={config?.has_sftp_password ?? false} />
    ),
  },
  {
    name: 'params.root_directory',
    label: 'transfer_configs.sftp_root',
    isRequired: true,
    schema: SftpRootDirectory,
    input: (props) => <TextInput {...props} />,
  },
  {
    name: 'params.host_key',
    label: 'transfer_configs.host_key',
    hint: 'transfer_configs.host_key_hint',
    isRequired: true,
    schema: sftp.host_key,
    input: (props) => <Textarea {...props} autosize minRows={2} placeholder="ssh-ed25519 AAAA…" />,
  },
]

const whereFields = (values: ConfigValues, stored: Stored): readonly ConfigField[] => [
  {
    name: 'params.target_type',
    label: 'transfer_configs.target_type',
    input: ({ label, disabled, value, onChange }) => (
      <SegmentedControl
        aria-label={label}
        disabled={disabled}
        value={value}
        onChange={onChange}
        data={['SFTP', 'S3']}
        style={{ alignSelf: 'start' }}
      />
    ),
  },
  ...(values.params.target_type === 'S3' ? s3Fields : sftpFields(values, stored)),
]

/** For conflicts, in which the passwords of other people are never seen. */
const secretText = (entered: string | null, isStored = false): string => {
  if (entered === null) return text('transfer_configs.secret_removed')
  if (entered !== '') return text('transfer_configs.secret_entered')
  return isStored ? text('transfer_configs.secret_set') : ''
}

const isPrivateKey = (pgp_key: string): boolean => /-----BEGIN [A-Z ]*PRIVATE KEY/.test(pgp_key)

const howFields = (values: ConfigValues, { config }: Stored): readonly ConfigField[] => {
  const { transfer_file_format, zip_password, pgp_key } = values
  const hasPassword = zip_password === '' ? config?.has_zip_password === true : zip_password !== null
  return [
    {
      name: 'transfer_file_format',
      label: 'transfer_configs.file_format',
      hint: `transfer_configs.format_${transfer_file_format}_hint`,
      text: text(`transfer_configs.format_${transfer_file_format}`),
      input: (props) => (
        <NativeSelect
          {...props}
          data={transferFileFormats.map((value) => ({ value, label: text(`transfer_configs.format_${value}`) }))}
        />
      ),
    },
    ...(transfer_file_format === 'ZippedWithPassword' || config?.has_zip_password
      ? [
          {
            name: 'zip_password',
            label: 'transfer_configs.zip_password',
            isRequired: transfer_file_format === 'ZippedWithPassword' && !hasPassword,
            schema: transferSecretFields.zip_password,
            problem:
              transfer_file_format === 'ZippedWithPassword' && !hasPassword
                ? text('transfer_configs.zip_password_missing')
                : null,
            text: secretText(zip_password, config?.has_zip_password),
            input: (props) => (
              <SecretInput key={config?.version ?? 0} {...props} isStored={config?.has_zip_password ?? false} />
            ),
          } satisfies ConfigField,
        ]
      : []),
    {
      name: 'pgp_key',
      label: 'transfer_configs.pgp_key',
      hint: 'transfer_configs.pgp_key_hint',
      ...(isPrivateKey(pgp_key) ? { problem: text('transfer_configs.pgp_private') } : { schema: PgpKey }),
      text: pgp_key === '' ? '' : `${pgp_key.slice(0, 120)}…`,
      input: (props) => (
        <Textarea
          {...props}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          placeholder="-----BEGIN PGP PUBLIC KEY BLOCK-----"
        />
      ),
    },
  ]
}

const receiptFields = ({ receipt_within_hours: hours }: ConfigValues): readonly ConfigField[] => [
  {
    name: 'receipt_within_hours',
    label: 'transfer_configs.receipt_hours',
    hint: 'transfer_configs.receipt_hint',
    problem:
      hours === '' || (Number.isInteger(hours) && Number(hours) >= 1 && Number(hours) <= 720)
        ? null
        : text('transfer_configs.receipt_range'),
    input: (props) => (
      <NumberInput
        {...props}
        min={1}
        max={720}
        allowDecimal={false}
        clampBehavior="none"
        placeholder={text('transfer_configs.no_receipt')}
      />
    ),
  },
]

const stateFields = (values: ConfigValues, { config, mayDownload }: Stored): readonly ConfigField[] => [
  ...(config?.last_transfer ? [] : beginningFields(values, config)),
  {
    name: 'is_active',
    label: 'transfer_configs.is_active',
    hint: 'transfer_configs.is_active_hint',
    isDisabled: !mayDownload && !values.is_active,
    input: (props) => <Switch {...props} />,
  },
]

/** Until the first window exists. */
const beginningFields = (values: ConfigValues, config: TransferConfig | null): readonly ConfigField[] => {
  const { beginning, beginning_date } = values
  const options = config ? (['kept', ...beginnings] as const) : beginnings
  return [
    {
      name: 'beginning',
      label: 'transfer_configs.beginning',
      hint: 'transfer_configs.beginning_hint',
      text: text(`transfer_configs.begin_${beginning}`),
      input: (props) => (
        <NativeSelect
          {...props}
          data={options.map((value) => ({ value, label: text(`transfer_configs.begin_${value}`) }))}
        />
      ),
    },
    ...(beginning === 'date'
      ? [
          {
            name: 'beginning_date',
            label: 'transfer_configs.beginning_date',
            isRequired: true,
            problem: dateProblem(beginning_date),
            input: (props) => <DateField {...props} withTime maw={280} />,
          } satisfies ConfigField,
        ]
      : []),
  ]
}

const dateProblem = (date: string): string | null => {
  if (date === '') return text('transfer_configs.date_missing')
  return new Date(date).getTime() > Date.now() ? text('transfer_configs.date_in_future') : null
}

const sections: Readonly<Record<SectionName, (values: ConfigValues, stored: Stored) => readonly ConfigField[]>> = {
  what: whatFields,
  when: whenFields,
  where: whereFields,
  how: howFields,
  receipts: receiptFields,
  state: stateFields,
}
