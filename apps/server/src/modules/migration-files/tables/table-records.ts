import {
  DateOnly,
  DeviceReference,
  DeviceUserReference,
  Email,
  ExpectedDeviceCount,
  FirstName,
  GroupReference,
  GroupTags,
  Imei,
  migrationMetaColumns,
  NullablePhoneNumber,
  newReference,
  nullable,
  type PayloadMeta,
  type PayloadType,
  payloadMetaSchemas,
  payloadTypes,
  ServiceName,
  Surname,
  text,
  type ValidationProblem,
} from '@holdfast/contract'
import { Type } from 'typebox'
import { problemsCheck } from '../../../platform/http/index.ts'
import type { TableKind } from '../file-kinds.ts'
import type { LegacyRecord } from '../legacy-rows.ts'
import { ruleSentences } from '../rule-sentences.ts'
import { say } from '../sentences.ts'

/** The values of a row by column; empty cells are absent. */
export type RowValues = Readonly<Record<string, unknown>>

const services = Type.Array(ServiceName, { uniqueItems: true })

const checks = {
  groups: problemsCheck(Type.Object({ group_reference: newReference(GroupReference), tags: GroupTags })),
  users: problemsCheck(
    Type.Object({
      device_user_reference: newReference(DeviceUserReference),
      group: nullable(GroupReference),
      services,
      expected_device_count: ExpectedDeviceCount,
      email: nullable(Email),
      first_name: nullable(FirstName),
      surname: nullable(Surname),
    }),
  ),
  devices: problemsCheck(
    Type.Object({
      device_reference: newReference(DeviceReference),
      device_user_reference: nullable(DeviceUserReference),
      group: nullable(GroupReference),
      services,
      imeis: Type.Array(Imei, { maxItems: 10 }),
      model: nullable(text(255)),
      os_version: nullable(text(255)),
      app_version: nullable(text(255)),
      legacy_phone_number: NullablePhoneNumber,
    }),
  ),
  payloads: problemsCheck(
    Type.Object({
      reference: newReference(text(255, 1)),
      device_user_reference: nullable(DeviceUserReference),
      device_reference: nullable(DeviceReference),
      numbers: Type.Array(NullablePhoneNumber, { maxItems: 1000 }),
    }),
  ),
  totals: problemsCheck(
    Type.Object({
      device_user_reference: nullable(DeviceUserReference),
      group: nullable(GroupReference),
      month: nullable(Type.String({ pattern: '^\\d{4}-(?:0[1-9]|1[0-2])$' })),
      day: nullable(DateOnly),
      payloads: nullable(Type.Integer()),
      bytes: nullable(Type.Integer()),
    }),
  ),
} satisfies Record<TableKind, unknown>

const metaChecks = Object.fromEntries(
  payloadTypes.map((type) => [type, problemsCheck(payloadMetaSchemas[type])]),
) as Record<PayloadType, (meta: unknown) => ValidationProblem[]>

/** The record of a row, and what is wrong with it by the rules of the contract. */
export const recordOf = (kind: TableKind, values: RowValues): { record: LegacyRecord; problems: string[] } => {
  const build = { groups: groupOf, users: userOf, devices: deviceOf, payloads: payloadOf, totals: totalsOf }[kind]
  const { record, problems } = build(values)
  return { record, problems: [...ruleSentences(checks[kind](record)), ...problems] }
}

interface Built {
  record: LegacyRecord
  problems: string[]
}

// The casts are of values that the checks of the contract refuse if they are of another type.
const given = <T>(values: RowValues, column: string): T | null => (values[column] as T | undefined) ?? null

const groupOf = (values: RowValues): Built => ({
  record: {
    kind: 'group',
    group_reference: given<string>(values, 'group_reference') ?? '',
    tags: given(values, 'tags') ?? [],
  },
  problems: [],
})

const userOf = (values: RowValues): Built => {
  const onboard_date = given<string>(values, 'onboard_date')
  const offboard_date = given<string>(values, 'offboard_date')
  const is_active = given<boolean>(values, 'is_active') ?? offboard_date === null
  return {
    record: {
      kind: 'user',
      device_user_reference: given<string>(values, 'device_user_reference') ?? '',
      group: given(values, 'group'),
      services: given(values, 'services') ?? [],
      expected_device_count: given(values, 'expected_device_count') ?? 1,
      email: given(values, 'email'),
      first_name: given(values, 'first_name'),
      surname: given(values, 'surname'),
      is_active,
      onboard_date,
      offboard_date,
    },
    problems: order(is_active, onboard_date, offboard_date, say('offboard_before')),
  }
}

const deviceOf = (values: RowValues): Built => {
  const activated_at = given<string>(values, 'activated_at')
  const deactivation_date = given<string>(values, 'deactivation_date')
  const is_deactivated = given<boolean>(values, 'is_deactivated') ?? deactivation_date !== null
  return {
    record: {
      kind: 'device',
      device_reference: given<string>(values, 'device_reference') ?? '',
      device_user_reference: given(values, 'device_user_reference'),
      group: given(values, 'group'),
      services: given(values, 'services') ?? [],
      imeis: given(values, 'imeis') ?? [],
      model: given(values, 'model'),
      os_version: given(values, 'os_version'),
      app_version: given(values, 'app_version'),
      legacy_phone_number: given(values, 'legacy_phone_number'),
      activated_at,
      deactivation_date,
      is_deactivated,
    },
    problems: order(!is_deactivated, activated_at, deactivation_date, say('deactivation_before')),
  }
}

/** Somebody who came back after they left has the dates in the other order, and is active. */
const order = (isActive: boolean, from: string | null, until: string | null, problem: string): string[] =>
  !isActive && from && until && until < from ? [problem] : []

const payloadOf = (values: RowValues): Built => {
  const payload_type = given<PayloadType>(values, 'payload_type') ?? 'Call'
  const parties = given<{ phone_number?: string | null }[]>(values, 'second_parties')
  const numbers =
    given<(string | null)[]>(values, 'numbers') ??
    (parties ?? given<{ phone_number?: string | null }[]>(values, 'message_parties') ?? []).map(
      (one) => one.phone_number ?? null,
    )
  const isCall = payload_type === 'Call' || payload_type === 'AbortedCall' || payload_type === 'BlockedCall'
  const file = given<string>(values, 'content_file')
  const hasContent = payload_type !== 'AbortedCall' && payload_type !== 'BlockedCall'
  const meta = {
    ...Object.fromEntries(
      migrationMetaColumns.filter((column) => values[column] !== undefined).map((column) => [column, values[column]]),
    ),
    ...(isCall && !parties && { second_parties: numbers.map((phone_number) => ({ phone_number })) }),
  } as PayloadMeta
  return {
    record: {
      kind: 'payload',
      reference: given<string>(values, 'reference') ?? '',
      payload_type,
      payload_time: given<string>(values, 'payload_time') ?? '',
      payload_state: hasContent ? (given(values, 'state') ?? 'Processed') : 'NotRecorded',
      device_user_reference: given(values, 'device_user_reference'),
      device_reference: given(values, 'device_reference'),
      numbers,
      meta,
      content: file
        ? { file_name: file, sha256: given(values, 'content_sha256'), content_type: given(values, 'content_type') }
        : null,
    },
    problems: [
      ...(file && !hasContent ? [`content_file: ${say('has_no_content', { payload_type })}`] : []),
      ...ruleSentences(metaChecks[payload_type](meta)),
    ],
  }
}

const totalsOf = (values: RowValues): Built => {
  const counts = { payloads: given<number>(values, 'payloads'), bytes: given<number>(values, 'bytes') }
  const seconds = given<number>(values, 'seconds')
  const hasNone = seconds === null && counts.payloads === null && counts.bytes === null
  return {
    record: {
      kind: 'totals',
      device_user_reference: given(values, 'device_user_reference'),
      group: given(values, 'group'),
      month: given(values, 'month'),
      day: given(values, 'day'),
      payload_type: given(values, 'payload_type'),
      ...counts,
      seconds,
    },
    problems: hasNone ? [say('no_totals')] : [],
  }
}
