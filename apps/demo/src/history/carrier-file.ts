import type { CarrierMapping } from '@holdfast/contract'
import { type Database, importCarrierText, type TenantTransaction } from '@holdfast/server'
import { hasAny } from './has-any.ts'
import { dayMs } from './time-spans.ts'

/** Whose calls the carrier lists, and how its files are read. */
const group = 'Equities London'
const carrier_name = 'Albion Mobile'
const maker = 'olivia.hart'

const mapping: CarrierMapping = {
  delimiter: ';',
  encoding: 'utf-8',
  has_titles: true,
  columns: {
    own_number: 'Subscriber',
    other_number: 'Other party',
    begin: 'Date',
    begin_time: 'Time',
    end: null,
    duration: 'Seconds',
    direction: 'Direction',
    record_type: 'Service',
  },
  date_order: 'dmy',
  timezone: 'UTC',
  duration_format: 'seconds',
  decimal_separator: '.',
  country: 'GB',
  words: { inbound: [], outbound: [], call: [], sms: [], mms: [], ignored: ['volte data'] },
  time_tolerance_s: 90,
  duration_tolerance_s: 10,
}

interface RecordedCall {
  phone_number: string
  other: string
  time: Date
  seconds: number
  direction: string
}

/** A carrier's file of the last month, from the calls that one group recorded: most match, a few have no recording or another duration. */
export const addCarrierFile = (database: Database, client: string): Promise<void> =>
  database.transaction(client, async (tx) => {
    if (await hasAny(tx, 'carrier_imports')) return
    const calls = await callsOfGroup(tx, new Date(tx.now.getTime() - 30 * dayMs), tx.now)
    if (calls.length === 0) return
    await importCarrierText(tx, {
      carrier_name,
      file_name: 'albion-usage.csv',
      text: [titles, ...calls.flatMap(linesOf), ...wrongLines].join('\r\n'),
      mapping,
      by: maker,
    })
  })

const callsOfGroup = async (tx: TenantTransaction, from: Date, until: Date): Promise<RecordedCall[]> => {
  const rows = await tx.db
    .selectFrom('payloads as call')
    .innerJoin('devices as device', (join) =>
      join.onRef('device.device_reference', '=', 'call.device_reference').on('device.client', '=', tx.client),
    )
    .select(['call.payload_time', 'call.numbers', 'call.meta', 'device.phone_numbers'])
    .where('call.client', '=', tx.client)
    .where('call.payload_type', '=', 'Call')
    .where('call.group', '=', group)
    .where('call.payload_time', '>=', from.toISOString())
    .where('call.payload_time', '<', until.toISOString())
    .orderBy('call.payload_time')
    .execute()
  return rows.flatMap(({ payload_time, numbers: [other], meta, phone_numbers: [own] }) => {
    if (!other || own === undefined) return []
    const { duration = 60, direction = 'O' } = meta
    return [
      { phone_number: own.phone_number, other, time: new Date(payload_time), seconds: Math.round(duration), direction },
    ]
  })
}

const titles = 'Subscriber;Other party;Date;Time;Seconds;Direction;Service'
const wrongLines = [
  '+447700900000;;31/02/2026;10:00:00;60;MO;voice',
  ';;;;;;voice',
  '+447700900000;;01/02/2026;10:00:00;0;MO;data',
]

/** Every 17th call is not listed, every 13th was recorded for too short a time, and after every 19th there was one that nobody recorded. */
const linesOf = (call: RecordedCall, place: number): string[] => {
  if (place % 17 === 9) return []
  const listed = place % 13 === 5 ? { ...call, seconds: call.seconds + 95 } : call
  const unrecorded = { ...call, time: new Date(call.time.getTime() + 47 * 60_000), seconds: 214 }
  return [lineOf(listed), ...(place % 19 === 3 ? [lineOf(unrecorded)] : [])]
}

const lineOf = ({ phone_number, other, time, seconds, direction }: RecordedCall): string => {
  const iso = time.toISOString()
  const date = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`
  return [phone_number, other, date, iso.slice(11, 19), seconds, direction === 'I' ? 'MT' : 'MO', 'voice'].join(';')
}
