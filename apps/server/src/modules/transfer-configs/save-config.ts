import {
  type CallInput,
  type calls,
  instantOf,
  maxTransferConfigs,
  ProductError,
  type TransferConfig,
} from '@holdfast/contract'
import { createTransferExternalId } from '../../core/accounts/index.ts'
import { type AuditedTransaction, isUnchanged, type RequestContext } from '../../core/calls/index.ts'
import { storedJson, type TenantTransaction } from '../../platform/database/index.ts'
import { assertVersion } from '../../platform/http/index.ts'
import { aboutTransferConfig, clearAlert, raiseAlert } from '../alerts/index.ts'
import { assertConfigValid } from './assert-config-valid.ts'
import { fieldsOf, type TransferConfigRow, transferConfigs } from './config-row.ts'
import { describeConfigs } from './describe-configs.ts'
import { assertContentRight } from './policy.ts'
import { nextRun, parseSchedule } from './schedule.ts'
import { type EnteredSecrets, secretColumns } from './secrets.ts'

type Body = CallInput<typeof calls.createTransferConfig>['body']

/** `POST /transfer_configs/{transfer_config_reference}`. */
export const createTransferConfig = async (
  ctx: RequestContext,
  { params, body }: CallInput<typeof calls.createTransferConfig>,
): Promise<TransferConfig> => {
  await assertContentRight(ctx, body)
  return ctx.transaction(async (tx) => {
    if (await transferConfigs.find(tx, params.transfer_config_reference)) {
      throw new ProductError('transfer_config.exists')
    }
    const present = await transferConfigs.select(tx).execute()
    if (present.length >= maxTransferConfigs) {
      throw new ProductError('transfer_config.too_many', { most: maxTransferConfigs })
    }
    return save(ctx, tx, { ...params, body, stored: null })
  })
}

/** `PUT /transfer_configs/{transfer_config_reference}`: applies from the next window on. */
export const putTransferConfig = async (
  ctx: RequestContext,
  { params, body: { version, ...body } }: CallInput<typeof calls.putTransferConfig>,
): Promise<TransferConfig> => {
  await assertContentRight(ctx, body)
  return ctx.transaction(async (tx) => {
    const stored = await transferConfigs.lock(tx, params.transfer_config_reference)
    if (!stored) throw new ProductError('request.not_found')
    assertVersion(version, stored)
    assertPasswordEntered(stored, body)
    return save(ctx, tx, { ...params, body, stored })
  })
}

interface Saving {
  transfer_config_reference: string
  body: Body
  stored: TransferConfigRow | null
}

const save = async (ctx: RequestContext, tx: AuditedTransaction, saving: Saving): Promise<TransferConfig> => {
  const { transfer_config_reference, body, stored } = saving
  const { keys, settings } = ctx.platform
  const fields = fieldsAfter(tx, saving)
  if (fields.transfer_file_format === 'ZippedWithPassword' && !hasZipPassword(saving)) {
    throw new ProductError('transfer_config.needs_zip_password')
  }
  await assertConfigValid(fields, settings, tx.now)
  const owner = { client: tx.client, transfer_config_reference }
  const secrets = secretColumns(keys, owner, { params: fields.params, before: stored, entered: body })
  const row = { ...fields, ...secrets }
  const entered = enteredNames(body)
  if (stored && entered.length === 0 && isUnchanged({ ...stored, ...row }, stored)) {
    tx.audit('record.unchanged', { transfer_config_reference })
    return described(ctx, tx, stored)
  }
  if (fields.params.target_type === 'S3') await createTransferExternalId(tx, keys)
  const put = stored ? transferConfigs.replace : transferConfigs.insert
  const columns = { ...row, params: storedJson(row.params), ...timesAfter(tx, fields, stored) }
  const saved = await put(tx, transfer_config_reference, columns, ctx.actor.reference)
  await alertOf(tx, stored, saved)
  const change = { before: stored && fieldsOf(stored), after: fieldsOf(saved), entered }
  tx.audit(stored ? 'transfer_config.updated' : 'transfer_config.created', { transfer_config_reference, ...change })
  return described(ctx, tx, saved)
}

const hasZipPassword = ({ body: { zip_password }, stored }: Saving): boolean =>
  zip_password === undefined ? Boolean(stored?.zip_password_wrapped) : zip_password !== null

const described = async (ctx: RequestContext, tx: TenantTransaction, row: TransferConfigRow) => {
  const [config] = await describeConfigs(ctx, tx, [row])
  if (!config) throw new Error('A configuration was not described')
  return config
}

/** The names of secrets that somebody entered or removed, for the trail. */
const enteredNames = ({ zip_password, sftp_password }: EnteredSecrets): string[] =>
  Object.entries({ zip_password, sftp_password }).flatMap(([name, secret]) => (secret === undefined ? [] : [name]))

type Fields = Pick<
  TransferConfigRow,
  | Exclude<keyof Body, 'zip_password' | 'sftp_password' | 'report_from'>
  | 'time_zone'
  | 'metadata_format'
  | 'receipt_within_hours'
  | 'report_from'
>

/** @throws ProductError `transfer_config.begun`, `request.invalid` for a beginning in the future */
const fieldsAfter = (tx: TenantTransaction, { body, stored }: Saving): Fields => ({
  transfer_type: body.transfer_type,
  payload_types: body.payload_types,
  schedule: body.schedule,
  pgp_key: body.pgp_key,
  params: body.params,
  transfer_file_format: body.transfer_file_format,
  is_active: body.is_active,
  time_zone: body.time_zone ?? stored?.time_zone ?? 'UTC',
  metadata_format: body.metadata_format ?? stored?.metadata_format ?? 'JSON',
  receipt_within_hours:
    body.receipt_within_hours === undefined ? (stored?.receipt_within_hours ?? null) : body.receipt_within_hours,
  report_from: beginningOf(tx, body.report_from, stored),
})

const beginningOf = (
  { now }: TenantTransaction,
  asked: Body['report_from'],
  stored: TransferConfigRow | null,
): string => {
  if (asked === undefined && stored) return stored.report_from
  const beginning = asked ? instantOf(asked) : now
  if (beginning > now) {
    const message = 'Must not be in the future'
    throw new ProductError('request.invalid', {}, [
      { path: '/body/report_from', keyword: 'maximum', params: {}, message },
    ])
  }
  const isSame = stored !== null && beginning.getTime() === Date.parse(stored.report_from)
  if (stored && !isSame && stored.covered_arrival !== null) throw new ProductError('transfer_config.begun')
  return beginning.toISOString()
}

/** A schedule that stays keeps its next time. */
const timesAfter = (
  { now }: TenantTransaction,
  { schedule, time_zone, is_active, report_from }: Fields,
  stored: TransferConfigRow | null,
): Pick<TransferConfigRow, 'covered_until' | 'next_run_at'> => {
  const parsed = is_active ? parseSchedule(schedule, time_zone) : null
  const isKept = stored?.next_run_at && stored.schedule === schedule && stored.time_zone === time_zone
  const next = parsed && nextRun(parsed, now)
  return {
    covered_until: stored && stored.covered_arrival !== null ? stored.covered_until : report_from,
    next_run_at: parsed && isKept ? stored.next_run_at : (next?.toISOString() ?? null),
  }
}

/**
 * A password goes to the server, key and user for which it was entered, and to nobody else.
 * @throws ProductError `transfer_config.needs_sftp_password`
 */
const assertPasswordEntered = ({ params: before, ...stored }: TransferConfigRow, { params, sftp_password }: Body) => {
  if (stored.sftp_password_wrapped === null || sftp_password !== undefined) return
  if (before.target_type !== 'SFTP' || params.target_type !== 'SFTP') return
  const isSame = (['host', 'port', 'username', 'host_key'] as const).every((name) => before[name] === params[name])
  if (!isSame) throw new ProductError('transfer_config.needs_sftp_password')
}

/** Recordings go to a first or another place from now on. */
const alertOf = async (tx: TenantTransaction, before: TransferConfigRow | null, after: TransferConfigRow) => {
  const configuration = after.transfer_config_reference
  const placeOf = ({ params, pgp_key }: TransferConfigRow) => ({ params, pgp_key })
  const isSame = before !== null && isUnchanged(placeOf(before), placeOf(after))
  if (!isSame) await clearAlert(tx, 'transfer_host_key_changed', configuration)
  if (!after.is_active || (isSame && before.is_active)) return
  const related = [aboutTransferConfig(configuration)]
  await raiseAlert(tx, {
    condition: 'transfer_destination_changed',
    of: configuration,
    values: { configuration },
    related,
  })
}
