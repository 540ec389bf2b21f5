import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import type { TenantTransaction } from '../../../platform/database/index.ts'
import { lastDigitsOf, sameNumberAs } from '../../../platform/same-number.ts'
import { type NewNumber, newNumberJob } from '../../devices/index.ts'
import { compareCarrierRecordsJob } from '../imports/import-file-job.ts'
import { type CompareWindow, markWindows } from './compare-windows.ts'
import { type DeviceOfNumber, deviceOfNumbers } from './number-holders.ts'

/** Assigns carriers' records without a device to the device that has verified their number. Reads no device if there are no such records. */
export const lookUpNewNumber: Job<NewNumber> = {
  definition: newNumberJob,
  async handle({ platform, signal }, { client, phone_number }) {
    const ending = lastDigitsOf(phone_number)
    if (ending === '') return
    const listed = await platform.database.read(client, (tx) => listedNumbers(tx, ending))
    const own_numbers = listed.filter((own_number) => sameNumberAs(own_number)(phone_number))
    await lookUpAgain(platform, client, own_numbers, signal)
  },
}

/** Numbers with this ending in carriers' files that have records without a device. */
const listedNumbers = async ({ db, client }: Pick<TenantTransaction, 'db' | 'client'>, ending: string) => {
  const rows = await db
    .selectFrom('carrier_coverage as coverage')
    .select('coverage.own_number')
    .distinct()
    .where('coverage.client', '=', client)
    .where('coverage.number_ending', '=', ending)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('carrier_records as record')
          .select('record.record_reference')
          .where('record.client', '=', client)
          .where('record.device_reference', '=', '')
          .whereRef('record.own_number', '=', 'coverage.own_number'),
      ),
    )
    .execute()
  return rows.map(({ own_number }) => own_number)
}

const atOnce = 500

/** Assigns devices to records of these numbers that have none, and has them compared. */
export const lookUpAgain = async (
  { database }: Platform,
  client: string,
  own_numbers: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  if (own_numbers.length === 0) return
  const deviceAt = await deviceOfNumbers(database, client)
  for (const own_number of own_numbers) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      signal.throwIfAborted()
      const last: string = after
      after = await database.transaction(client, (tx) => assignSome(tx, own_number, deviceAt, last))
    }
  }
}

/** @returns after which record to go on; `undefined` if there are no more */
const assignSome = async (
  tx: TenantTransaction,
  own_number: string,
  deviceAt: DeviceOfNumber,
  after: string,
): Promise<string | undefined> => {
  const { db, client } = tx
  const rows = await db
    .selectFrom('carrier_records')
    .select(['record_reference', 'begun_at', 'import_reference'])
    .where('client', '=', client)
    .where('device_reference', '=', '')
    .where('own_number', '=', own_number)
    .where('record_reference', '>', after)
    .orderBy('record_reference')
    .limit(atOnce)
    .forUpdate()
    .execute()
  const found = rows.flatMap((row) => {
    const device_reference = deviceAt(own_number, new Date(row.begun_at))
    return device_reference === undefined ? [] : [{ ...row, device_reference }]
  })
  for (const [device_reference, records] of Map.groupBy(found, (record) => record.device_reference)) {
    await db
      .updateTable('carrier_records')
      .set({ device_reference, outcome: 'Pending' })
      .where('client', '=', client)
      .where(
        'record_reference',
        'in',
        records.map(({ record_reference }) => record_reference),
      )
      .execute()
  }
  if (found.length > 0) {
    await markWindows(tx, [...found.flatMap(windowsOf), ...(await coveredWindows(tx, found))])
    await tx.enqueue(compareCarrierRecordsJob, { client })
  }
  return rows.length < atOnce ? undefined : rows.at(-1)?.record_reference
}

/** Compares the record again, for its device and for the records without one. */
const windowsOf = ({ device_reference, begun_at }: { device_reference: string; begun_at: string }): CompareWindow[] => [
  { device_reference, from_at: begun_at, until_at: begun_at },
  { device_reference: '', from_at: begun_at, until_at: begun_at },
]

/** Compares the whole periods of the files, because recordings of the device that they do not list are exceptions too. */
const coveredWindows = async (
  { db, client }: TenantTransaction,
  records: readonly { device_reference: string; import_reference: string | null }[],
): Promise<CompareWindow[]> => {
  const devices = Map.groupBy(records, ({ import_reference }) => import_reference ?? '')
  const files = await db
    .selectFrom('carrier_imports')
    .select(['import_reference', 'first_at', 'last_at'])
    .where('client', '=', client)
    .where('import_reference', 'in', [...devices.keys()])
    .where('state', '=', 'Imported')
    .execute()
  return files.flatMap(({ import_reference, first_at, last_at }) =>
    first_at === null || last_at === null
      ? []
      : (devices.get(import_reference) ?? []).map(({ device_reference }) => ({
          device_reference,
          from_at: first_at,
          until_at: last_at,
        })),
  )
}
