import { createHash } from 'node:crypto'
import type { LeftOutReason, TransferOutcome, TransferState } from '@holdfast/contract'
import { newId, type Platform, type TenantTransaction } from '@holdfast/server'
import { dayMs, minuteMs } from './time-spans.ts'

/** Off, because the address leads nowhere. */
const configuration = {
  transfer_config_reference: 'Long_term_archive',
  transfer_type: 'Payload',
  payload_types: ['Call', 'SMS', 'MMS', 'Photo'],
  schedule: 'cron(0 2 * * ? *)',
  time_zone: 'Europe/London',
  pgp_key: null,
  transfer_file_format: 'Zipped',
  metadata_format: 'JSON',
  is_active: false,
  receipt_within_hours: 24,
  updated_by: 'olivia.hart',
} as const

const params = {
  target_type: 'SFTP',
  host: 'sftp.archive.example',
  port: 22,
  username: 'meridian',
  root_directory: '/inbox/holdfast',
  host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
} as const

const days = 12
const mostRecordings = 60
/** Of the day so many days ago: the archive could not be reached, or one recording could not be sent. */
const failedDaysAgo = 1
const partlyFailedDaysAgo = 5
const unconfirmedDaysAgo = 3
/** The archive received something else than one recording. */
const differsDaysAgo = 7

/** A customer's transfers of the last days to an archive. An account that has the configuration is not changed. */
export const fillTransfers = ({ database }: Pick<Platform, 'database'>, client: string): Promise<void> =>
  database.transaction(client, async (tx) => {
    const today = Math.floor(tx.now.getTime() / dayMs) * dayMs
    const end = (daysAgo: number) => new Date(today - (daysAgo - 1) * dayMs - 22 * 60 * minuteMs)
    const added = await tx.db
      .insertInto('transfer_configs')
      .values({
        ...configuration,
        client,
        payload_types: [...configuration.payload_types],
        params: JSON.stringify(params),
        report_from: end(days + 1),
        covered_until: end(1),
        created_at: end(days + 1),
        updated_at: end(days + 1),
      })
      .onConflict((conflict) => conflict.columns(['client', 'transfer_config_reference']).doNothing())
      .returning('transfer_config_reference')
      .executeTakeFirst()
    if (!added) return
    for (let daysAgo = days; daysAgo >= 1; daysAgo--) {
      await addTransfer(tx, { daysAgo, number: days - daysAgo + 1, from: end(daysAgo + 1), to: end(daysAgo) })
    }
  })

interface Window {
  daysAgo: number
  number: number
  from: Date
  to: Date
}

const stateOf = (daysAgo: number): TransferState =>
  daysAgo === failedDaysAgo ? 'Failed' : daysAgo === partlyFailedDaysAgo ? 'PartialFail' : 'Succeeded'

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

const recordingsOf = ({ db, client }: TenantTransaction, { from, to }: Window) =>
  db
    .selectFrom('payloads')
    .select(['payload_reference', 'payload_type', 'payload_time', 'payload_state', 'size', 'is_personal_number'])
    .where('client', '=', client)
    .where('payload_time', '>', from.toISOString())
    .where('payload_time', '<=', to.toISOString())
    .where('payload_state', 'in', ['Processed', 'Quarantined'])
    .where('payload_type', 'in', configuration.payload_types)
    .orderBy('payload_time')
    .limit(mostRecordings)
    .execute()

const addTransfer = async (tx: TenantTransaction, window: Window): Promise<void> => {
  const { client } = tx
  const { daysAgo, number, from, to } = window
  const state = stateOf(daysAgo)
  const recordings = await recordingsOf(tx, window)
  const transfer_id = newId(to)
  const begun = new Date(to.getTime() + minuteMs)
  const finished = new Date(to.getTime() + 4 * minuteMs)
  const isConfirmed = daysAgo > unconfirmedDaysAgo
  let failed = 0
  let differing = 0
  const items = recordings.map((recording, index) => {
    const { payload_reference, payload_type, payload_time, size } = recording
    const reason: LeftOutReason | null = recording.is_personal_number
      ? 'personal'
      : recording.payload_state === 'Quarantined'
        ? 'quarantined'
        : null
    const isFailing = state === 'PartialFail' && reason === null && failed === 0
    if (isFailing) failed += 1
    const isSent = state !== 'Failed' && reason === null && !isFailing
    const isDiffering = daysAgo === differsDaysAgo && isSent && differing === 0
    if (isDiffering) differing += 1
    const outcomeOfSent = isDiffering ? 'differs' : isConfirmed ? 'confirmed' : 'sent'
    const outcomeOfTried = isFailing ? 'failed' : isSent ? outcomeOfSent : 'waiting'
    const outcome: TransferOutcome = reason ? 'left_out' : outcomeOfTried
    return {
      ...{ client, transfer_id, arrival: index + 1, payload_reference, payload_type, payload_time },
      ...{ outcome, left_out_reason: reason, file_number: isSent ? index + 1 : null, bytes: size },
      sha256: isSent ? sha256Of(payload_reference) : null,
      sent_at: isSent ? finished : null,
      times_sent: isSent ? 1 : 0,
      confirmed_at: outcome === 'confirmed' ? new Date(finished.getTime() + 30 * minuteMs) : null,
      error_message: isFailing
        ? 'The stored recording is damaged'
        : isDiffering
          ? 'The archive received something else'
          : null,
    } as const
  })
  const count = (...outcomes: string[]) => items.filter(({ outcome }) => outcomes.includes(outcome)).length
  const sent = items.filter(({ file_number }) => file_number !== null)
  const hasArrived = state !== 'Failed'
  const manifest_sha256 = hasArrived ? sha256Of(transfer_id) : null
  const compact = to.toISOString().replace(/[-:]|\.[0-9]{3}/g, '')
  await tx.db
    .insertInto('transfers')
    .values({
      ...{ client, transfer_id, transfer_config_reference: configuration.transfer_config_reference, state },
      ...{ report_from: from, report_to: to, arrival_from: 0, arrival_to: items.length, planned_arrival: items.length },
      collected: items.length,
      waiting: count('waiting'),
      sent: count('sent', 'confirmed'),
      confirmed: count('confirmed'),
      differs: count('differs'),
      failed: count('failed'),
      left_out: count('left_out'),
      bytes: sent.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      folder: `${compact}-${transfer_id}`,
      ...{ started_at: begun, finished_at: finished, attempts: hasArrived ? 1 : 3 },
      failing_since: state === 'Succeeded' ? null : finished,
      error_message: hasArrived
        ? state === 'PartialFail'
          ? 'One recording could not be sent'
          : null
        : 'sftp.archive.example port 22 cannot be connected to (ECONNREFUSED)',
      ...{ manifest_sha256, manifest_at: hasArrived ? finished : null },
      ...{ created_at: to, updated_at: finished, updated_by: 'system' },
    })
    .execute()
  if (items.length > 0) await tx.db.insertInto('transfer_items').values(items).execute()
  await addFiles(tx, { transfer_id, begun, finished }, sent)
  if (manifest_sha256 === null) return
  const { transfer_config_reference } = configuration
  await tx.db
    .insertInto('transfer_manifests')
    .values({ client, transfer_config_reference, number, transfer_id, sha256: manifest_sha256 })
    .execute()
}

interface SentItem {
  arrival: number
  file_number: number | null
  payload_reference: string
  payload_type: string
  bytes: number | null
}

const addFiles = async (
  { db, client }: TenantTransaction,
  { transfer_id, begun, finished }: { transfer_id: string; begun: Date; finished: Date },
  sent: readonly SentItem[],
): Promise<void> => {
  if (sent.length === 0) return
  const files = sent.map(({ arrival, file_number, payload_reference, payload_type, bytes }) => ({
    ...{ client, transfer_id, file_number: file_number ?? arrival, kind: 'recording' as const, arrival },
    file_name: `${payload_type.toLowerCase()}/${payload_reference}.zip`,
    ...{ state: 'Succeeded' as const, attempts: 1, bytes, sha256: sha256Of(`${payload_reference}.zip`) },
    check: 'read_back' as const,
  }))
  await db.insertInto('transfer_files').values(files).execute()
  await db
    .insertInto('transfer_attempts')
    .values(
      files.map(({ file_number, bytes, sha256 }) => ({
        ...{ client, transfer_id, file_number, attempt: 1, started_at: begun, finished_at: finished },
        ...{ state: 'Succeeded' as const, bytes: bytes ?? 0, sha256, check: 'read_back' as const },
      })),
    )
    .execute()
}
