import { Type } from 'typebox'
import { recordProductActivity } from '../../core/activities/index.ts'
import type { Job } from '../../core/jobs.ts'
import type { Platform } from '../../core/platform.ts'
import { enqueueStatement, type TenantTransaction } from '../../platform/database/index.ts'
import { type Destination, DestinationError, openDestination } from '../../platform/destinations/index.ts'
import {
  destinationOptionsOf,
  findActiveConfigs,
  type TransferConfigRow,
  transferConfigs,
} from '../transfer-configs/index.ts'
import { type DeliveryFile, dayFiles, inspectPgpKey } from '../transfer-files/index.ts'
import { hasWindows, lastDay, lastDeliveredDay, selectDayFiles, transfersOfDay } from './day-rows.ts'
import { type EndedDay, endedDays } from './ended-days.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { type RunOfConfig, sendDaysJob } from './run-job.ts'
import { SliceEnded } from './slice-ended.ts'

/** Each hour: days end at any hour of UTC, and a destination that did not answer is tried again. */
export const findEndedDays: Job<Record<string, unknown>> = {
  definition: { name: 'find_ended_transfer_days', payload: Type.Object({}), maxAttempts: 1 },
  schedule: '4 * * * *',
  async handle({ platform: { database }, signal }) {
    for (const [client, configs] of Map.groupBy(await findActiveConfigs(database), (one) => one.client)) {
      signal.throwIfAborted()
      await database.transaction(client, (tx) =>
        tx.executeAll([enqueueStatement(sendDaysJob, configs, { unlessRunning: true })]),
      )
    }
  },
}

/** Delivers the reconciliation of days that have ended, and removes what lost connections left at the destination. */
export const sendDays: Job<RunOfConfig> = {
  definition: sendDaysJob,
  async handle({ platform, signal }, { client, transfer_config_reference }) {
    if (!(await platform.clients.findActive(client))) return
    const found = await platform.database.read(client, async (tx) => {
      const config = await transferConfigs.find(tx, transfer_config_reference)
      if (!config?.is_active || !(await isDue(tx, config))) return null
      return { config, options: await destinationOptionsOf(tx, platform.keys, config) }
    })
    if (!found || !(await mayEncrypt(found.config))) return
    const { config } = found
    try {
      const destination = await openDestination(platform, found.options, signal)
      try {
        await deliverDays({ platform, client, config, destination, signal })
        await removeLeftovers(platform, destination, { client, transfer_config_reference })
      } finally {
        await destination.close()
      }
    } catch (error) {
      if (signal.aborted || error instanceof SliceEnded) return
      if (!(error instanceof DestinationError)) throw error
      platform.log.warn(
        { err: error, client, transfer_config_reference },
        'the reconciliation of a day was not delivered',
      )
    }
  },
}

/** Nothing is encrypted to a key that is not valid any more. */
const mayEncrypt = async ({ pgp_key }: TransferConfigRow): Promise<boolean> =>
  pgp_key === null || (await inspectPgpKey(pgp_key)).problem === null

const isDue = async (tx: TenantTransaction, config: TransferConfigRow): Promise<boolean> =>
  (await nextUndelivered(tx, config)) !== undefined || (await nextDay(tx, config)) !== undefined

/** Files that were made and have not arrived. Those of a configuration that was deleted do not go to one of the same reference. */
const nextUndelivered = (tx: TenantTransaction, { transfer_config_reference, created_at }: TransferConfigRow) =>
  selectDayFiles(tx, transfer_config_reference)
    .where('json', 'is not', null)
    .where('created_at', '>=', created_at)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()

/** The latest day has a file in any case, so that silence means nothing but a missing file. Others have one if windows ended on them. */
const nextDay = async (tx: TenantTransaction, config: TransferConfigRow): Promise<EndedDay | undefined> => {
  const { transfer_config_reference, time_zone, created_at } = config
  const after = await lastDay(tx, transfer_config_reference)
  for (const day of endedDays(time_zone, tx.now, after, new Date(created_at))) {
    if (day.isLatest || (await hasWindows(tx, transfer_config_reference, day))) return day
  }
  return undefined
}

interface Delivering {
  platform: Platform
  client: string
  config: TransferConfigRow
  destination: Destination
  signal: AbortSignal
}

/** @throws DestinationError, SliceEnded */
const deliverDays = async (delivering: Delivering): Promise<void> => {
  const { platform, client, config, signal } = delivering
  for (;;) {
    signal.throwIfAborted()
    const waiting = await platform.database.read(client, (tx) => nextUndelivered(tx, config))
    if (waiting) await deliverDay(delivering, waiting)
    else {
      const day = await platform.database.read(client, (tx) => nextDay(tx, config))
      if (!day) return
      await makeDay(delivering, day)
    }
  }
}

/** Stores the bytes that are delivered, so that all attempts deliver the same. Of several workers, the first one's count. */
const makeDay = async ({ platform, client, config }: Delivering, ended: EndedDay): Promise<void> => {
  const { transfer_config_reference, time_zone } = config
  const { day, from, until } = ended
  const known = await platform.database.read(client, async (tx) => ({
    ...(await transfersOfDay(tx, config, ended)),
    previous: await lastDeliveredDay(tx, transfer_config_reference),
    created_at: tx.now,
  }))
  const { files, sha256 } = await dayFiles(config, platform.keys, {
    ...known,
    client,
    transfer_config_reference,
    day,
    time_zone,
    from: from.toISOString(),
    until: until.toISOString(),
    created_at: known.created_at.toISOString(),
  })
  const [csv, json] = await Promise.all(files.map(bytesOf))
  const file_name = files[1]?.path
  if (!csv || !json || file_name === undefined) throw new Error('A day has two files')
  const row = { client, transfer_config_reference, day, file_name, sha256, csv, json, created_at: known.created_at }
  await platform.database.transaction(client, (tx) =>
    tx.db
      .insertInto('transfer_day_files')
      .values(row)
      .onConflict((conflict) => conflict.columns(['client', 'transfer_config_reference', 'day']).doNothing())
      .execute(),
  )
}

const bytesOf = async ({ open }: DeliveryFile): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of open()) pieces.push(piece)
  return Buffer.concat(pieces)
}

type WaitingDay = NonNullable<Awaited<ReturnType<typeof nextUndelivered>>>

/** The JSON file last: once it is there, both are. */
const deliverDay = async (delivering: Delivering, { day, file_name, sha256, csv, json }: WaitingDay): Promise<void> => {
  const { platform, client, config } = delivering
  const { transfer_config_reference } = config
  let isThere = true
  try {
    await put(delivering, file_name.replace(/\.json(?=\.|$)/, '.csv'), csv)
    await put(delivering, file_name, json)
  } catch (error) {
    // Somebody else has used the name. Another attempt would not change that, and the next days have other names.
    if (!(error instanceof DestinationError && error.code === 'exists_differently')) throw error
    platform.log.error(
      { err: error, client, transfer_config_reference, day },
      'the reconciliation of a day was given up',
    )
    isThere = false
  }
  await platform.database.transaction(client, async (tx) => {
    const settled = await tx.db
      .updateTable('transfer_day_files')
      .set({ csv: null, json: null, delivered_at: isThere ? tx.now : null })
      .where('client', '=', client)
      .where('transfer_config_reference', '=', transfer_config_reference)
      .where('day', '=', day)
      .where('json', 'is not', null)
      .executeTakeFirst()
    if (!isThere || settled.numUpdatedRows === 0n) return
    const details = { transfer_config_reference, day, sha256 }
    await recordProductActivity(tx, { call: 'JOB send_transfer_days', event: 'transfer_config.day_sent', details })
  })
}

const put = async (
  { platform, client, config, destination, signal }: Delivering,
  path: string,
  bytes: Buffer | null,
) => {
  if (!bytes) return
  async function* open() {
    yield bytes as Uint8Array
  }
  const mayFinish = async () => {
    const now = await platform.database.read(client, (tx) => transferConfigs.find(tx, config.transfer_config_reference))
    if (!now?.is_active || now.version !== config.version) throw new SliceEnded('changed')
  }
  await destination.put(path, { open, size: bytes.length }, { mayFinish, signal })
}
