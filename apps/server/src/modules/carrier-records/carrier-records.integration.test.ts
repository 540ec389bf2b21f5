import {
  type CarrierImport,
  type CarrierImportRow,
  type CarrierMapping,
  type CarrierMonths,
  type CarrierPreview,
  type CarrierRecord,
  type CarrierRecordsSignedOff,
  limits,
  type UserActivity,
} from '@holdfast/contract'
import { ulid } from 'ulid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerPool } from '../../../../../tests/setup/owner-pool.ts'
import { addRows, type NewRow } from '../../../../../tests/setup/rows.ts'
import { AccountWithHandsets, outcomeOf } from '../../../test/account-with-handsets.ts'
import { compareArrivals, compareCarrierRecords } from './comparison/compare-records.ts'
import { lookUpNewNumber } from './comparison/unknown-numbers.ts'
import { importCarrierFile } from './imports/import-file.ts'
import { removeCarrierRecords } from './imports/undo-import.ts'

/** boss may do everything; lara signs off in London alone; rita reads records of Lisbon; leo also finds recordings in London. */
let account: AccountWithHandsets
let boss: string
let lara: string
let rita: string
beforeAll(async () => {
  account = await AccountWithHandsets.open()
  boss = await account.signIn('boss', 'Account Administrator')
  const inGroup = (group: string, ...actions: string[]) =>
    actions.map((actions_matching) => ({ actions_matching, conditions: [{ names_matching: group }] }))
  await account.addRole('London desk', inGroup('London', 'carrier_records:*'))
  await account.addRole('Lisbon reader', inGroup('Lisbon', 'carrier_records:read'))
  lara = await account.signIn('lara', 'London desk')
  rita = await account.signIn('rita', 'Lisbon reader')
  await addDevice('ANA-1', 'ana.reis', 'London', own)
  await addDevice('JOE-1', 'joe.low', 'Lisbon', lisbon)
})
afterAll(() => account?.close())

const own = '+447700900801'
const lisbon = '+351912345678'
const other = '+442079460001'
const day = '2026-03-02'

const addDevice = (
  device_reference: string,
  device_user_reference: string,
  group: string,
  phone_number: string,
  since = '2026-01-01T00:00:00.000Z',
) =>
  account.write((tx) =>
    addRows(tx, 'devices', [
      {
        device_reference,
        device_user_reference,
        group,
        phone_numbers: JSON.stringify([
          { phone_number, first_verified: since, last_verified: '2026-12-01T00:00:00.000Z', slot_index: 0 },
        ]),
      },
    ]),
  )

const addRecording = async (time: string, fields: Partial<NewRow<'payloads'>> = {}): Promise<string> => {
  const payload_reference = ulid()
  await account.write((tx) =>
    addRows(tx, 'payloads', [
      {
        payload_reference,
        device_reference: 'ANA-1',
        device_user_reference: 'ana.reis',
        group: 'London',
        payload_time: time,
        numbers: [other],
        meta: JSON.stringify({ duration: 60, direction: 'O' }),
        ...fields,
      },
    ]),
  )
  return payload_reference
}

const mapping: CarrierMapping = {
  delimiter: ',',
  encoding: 'utf-8',
  has_titles: true,
  columns: {
    own_number: 'own',
    other_number: 'other',
    begin: 'begin',
    begin_time: null,
    end: null,
    duration: 'seconds',
    direction: 'direction',
    record_type: 'type',
  },
  date_order: 'ymd',
  timezone: 'UTC',
  duration_format: 'seconds',
  decimal_separator: '.',
  country: 'GB',
  words: { inbound: [], outbound: [], call: [], sms: [], mms: [], ignored: [] },
  time_tolerance_s: 90,
  duration_tolerance_s: 10,
}

const titles = 'own,other,begin,seconds,direction,type'
const lineOf = (
  time: string,
  fields: { own?: string; other?: string; seconds?: string; direction?: string; type?: string } = {},
) =>
  [
    fields.own ?? own,
    fields.other ?? other,
    time,
    fields.seconds ?? '60',
    fields.direction ?? 'MO',
    fields.type ?? 'voice',
  ].join()

const base = '/api/admin/v1/northwind/carrier_imports'
const call = (method: string, path: string, body?: object, token = boss) =>
  account.server.call(method, path, { token, ...(body ? { body } : {}) })
const answered = async <T>(response: Promise<Response>): Promise<T> => {
  const answer = await response
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

const send = (bytes: Buffer<ArrayBuffer> | string, name = 'North', token = boss) =>
  fetch(`${account.server.origin}${base}?carrier_name=${encodeURIComponent(name)}&file_name=march.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  })
const upload = (bytes: Buffer<ArrayBuffer> | string, name?: string) => answered<CarrierImport>(send(bytes, name))
const csv = (...lines: string[]) => [titles, ...lines].join('\n')

const context = () => ({ platform: account.server.api.platform, signal: new AbortController().signal }) as never
const importing = async (import_reference: string, given: CarrierMapping = mapping): Promise<CarrierImport> => {
  await answered(call('POST', `${base}/${import_reference}/start`, { mapping: given }))
  await importCarrierFile.handle(context(), { client: 'northwind', import_reference })
  await compareCarrierRecords.handle(context(), { client: 'northwind' })
  return answered(call('GET', `${base}/${import_reference}`))
}
const imported = async (text: Buffer<ArrayBuffer> | string, given?: CarrierMapping): Promise<CarrierImport> =>
  importing((await upload(text)).import_reference, given)
const undo = async (import_reference: string): Promise<void> => {
  await answered(call('DELETE', `${base}/${import_reference}`, { reason: 'Wrong month' }))
  await removeCarrierRecords.handle(context(), { client: 'northwind', import_reference })
  await compareCarrierRecords.handle(context(), { client: 'northwind' })
}
const rowsOf = async (import_reference: string): Promise<CarrierImportRow[]> =>
  (await answered<{ items: CarrierImportRow[] }>(call('GET', `${base}/${import_reference}/rows`))).items

const records = '/api/client/v1/northwind/carrier_records'
const listed = async (query: string, token = boss): Promise<CarrierRecord[]> =>
  (await answered<{ items: CarrierRecord[] }>(call('GET', `${records}?${query}`, undefined, token))).items
const ofFile = (import_reference: string, token?: string) =>
  listed(`filter[import_references][0]=${import_reference}`, token)
const onDay = (date: string, token?: string) => listed(`filter[date_from]=${date}&filter[date_to]=${date}`, token)
const outcomes = async (rows: Promise<CarrierRecord[]>) =>
  (await rows).map(({ time, outcome }) => [time.slice(11, 19), outcome]).sort()

describe('a file', () => {
  it('is suggested a mapping by its titles, imported and compared, and the mapping is kept', async () => {
    await addRecording(`${day}T09:00:05.000Z`)
    await addRecording(`${day}T10:00:00.000Z`, { meta: JSON.stringify({ duration: 20, direction: 'O' }) })
    const unlisted = await addRecording(`${day}T11:00:00.000Z`)
    const text =
      '\uFEFF"MSISDN";"Called number";"Start";"Duration";"Direction";"Service"\r\n' +
      ['09:00:00;60', '10:00:00;60', '12:00:00;30']
        .map((rest) => {
          const [time, seconds] = rest.split(';')
          return `"07700 900801";"020 7946 0001";"02/03/2026 ${time}";"${seconds}";"MO";"voice"`
        })
        .join('\r\n')
    const file = await upload(text, 'Vodanet')
    const preview = await answered<CarrierPreview>(call('POST', `${base}/${file.import_reference}/preview`, {}))
    expect(preview).toMatchObject({ is_suggested: true, read: 3, good: 3, refused: 0, is_whole: true })
    expect(preview.mapping).toMatchObject({
      delimiter: ';',
      date_order: 'dmy',
      columns: { own_number: 'MSISDN', other_number: 'Called number', begin: 'Start', duration: 'Duration' },
    })
    expect(preview.rows[0]?.record).toMatchObject({
      own_number: own,
      other_number: other,
      begun_at: `${day}T09:00:00.000Z`,
    })
    const done = await importing(file.import_reference, preview.mapping)
    expect(done).toMatchObject({ state: 'Imported', rows_read: 3, rows_imported: 3, rows_refused: 0 })
    expect(await outcomes(onDay(day))).toEqual([
      ['09:00:00', 'Matched'],
      ['10:00:00', 'DurationDiffers'],
      ['11:00:00', 'NotListed'],
      ['12:00:00', 'Missing'],
    ])
    const [, notListed] = await onDay(day)
    expect(notListed).toMatchObject({ carrier: null, recording: { payload_reference: unlisted }, group: 'London' })
    const auditor = await account.signIn('otto', 'Auditor')
    const { import_reference } = file
    const about = await answered<{ items: UserActivity[] }>(
      call(
        'GET',
        `/api/admin/v1/northwind/activities?filter[subjects][0]=carrier_import:${import_reference}`,
        undefined,
        auditor,
      ),
    )
    const named = { kind: 'carrier_import', reference: import_reference, name: 'march.csv' }
    expect(about.items.map(({ event, subjects }) => [event, subjects[0]])).toEqual(
      expect.arrayContaining([
        ['carrier_import.uploaded', expect.objectContaining(named)],
        ['carrier_import.finished', expect.objectContaining(named)],
      ]),
    )
    const next = await upload(text, 'Vodanet')
    const again = await answered<CarrierPreview>(call('POST', `${base}/${next.import_reference}/preview`, {}))
    expect(again.mapping).toEqual(preview.mapping)
    const months = await answered<CarrierMonths>(call('GET', '/api/client/v1/northwind/carrier_months'))
    const counted = months.items.filter(({ month }) => month === '2026-03')
    expect(counted.map(({ outcome, records: count }) => [outcome, count])).toEqual([
      ['DurationDiffers', 1],
      ['Matched', 1],
      ['Missing', 1],
      ['NotListed', 1],
    ])
  })

  it('changes nothing when it is imported again, and is undone with its records', async () => {
    const text = csv(lineOf('2026-04-01 09:00:00'), lineOf('2026-04-01 10:00:00'))
    const first = await imported(text)
    expect(first).toMatchObject({ rows_imported: 2, rows_repeated: 0 })
    const second = await imported(text.replaceAll(own, '0044 7700 900801'))
    expect(second).toMatchObject({ rows_imported: 0, rows_repeated: 2 })
    expect(await onDay('2026-04-01')).toHaveLength(2)
    await undo(first.import_reference)
    expect(await onDay('2026-04-01')).toEqual([])
    expect(await outcomeOf(await call('DELETE', `${base}/${first.import_reference}`, { reason: 'Again' }))).toEqual([
      409,
      'carrier_import.undone_already',
    ])
    const months = await answered<CarrierMonths>(call('GET', '/api/client/v1/northwind/carrier_months'))
    expect(months.items.filter(({ month }) => month === '2026-04')).toEqual([])
    expect(await imported(text)).toMatchObject({ rows_imported: 2 })
  })

  it('goes on where a worker was stopped', async () => {
    const lines = Array.from({ length: 1200 }, (_, place) =>
      lineOf(new Date(Date.UTC(2026, 4, 1) + place * 60_000).toISOString()),
    )
    const { import_reference } = await upload(csv(...lines))
    await answered(call('POST', `${base}/${import_reference}/start`, { mapping }))
    let batches = 0
    const signal = {
      throwIfAborted: () => {
        batches += 1
        if (batches === 2) throw new Error('stopped')
      },
    }
    const stopped = { platform: account.server.api.platform, signal } as never
    await expect(importCarrierFile.handle(stopped, { client: 'northwind', import_reference })).rejects.toThrow(
      'stopped',
    )
    expect(await answered(call('GET', `${base}/${import_reference}`))).toMatchObject({
      state: 'Importing',
      rows_read: 500,
    })
    await importCarrierFile.handle(context(), { client: 'northwind', import_reference })
    await importCarrierFile.handle(context(), { client: 'northwind', import_reference })
    expect(await answered(call('GET', `${base}/${import_reference}`))).toMatchObject({
      state: 'Imported',
      rows_read: 1200,
      rows_imported: 1200,
      rows_repeated: 0,
    })
  })
})

describe('a hostile file', () => {
  it('has its good rows imported, and tells of each other row why it was not', async () => {
    const file = await imported(
      Buffer.concat([
        Buffer.from(
          csv(
            lineOf('2026-06-01 09:00:00'),
            lineOf('2026-06-01 09:00:00'),
            lineOf('2026-06-01 10:00:00', { own: '' }),
            lineOf('2026-06-01 10:00:00', { own: '=HYPERLINK("http://x")' }),
            lineOf('2026-02-30 10:00:00'),
            lineOf('', { seconds: 'long', direction: 'sideways', type: 'fax' }),
            lineOf('2026-06-01 11:00:00', { type: 'data' }),
            lineOf('1970-01-01 11:00:00'),
            lineOf('2999-01-01 11:00:00'),
            'a',
            ',,,,,',
            '',
            lineOf('2026-06-01 12:00:00', { own: '"=""07700900801"""', other: '"Line\nbreak, ""quoted"""' }),
            lineOf('2026-06-01 13:00:00', { other: '\u0000' }),
          ),
        ),
        Buffer.from('\n'),
        Buffer.from([0xff, 0xfe, 0x00, 0x80]),
        Buffer.from(`\n${lineOf('2026-06-01 14:00:00', { seconds: '-5' })}\n"never closed,${'x'.repeat(70_000)}`),
      ]),
    )
    expect(file).toMatchObject({
      state: 'Failed',
      failure: 'unreadable',
      rows_imported: 3,
      rows_repeated: 1,
      rows_ignored: 1,
    })
    const rows = await rowsOf(file.import_reference)
    expect(rows.filter(({ result }) => result === 'refused').map(({ problems }) => problems)).toEqual([
      ['own_number_missing'],
      ['own_number_wrong'],
      ['begin_wrong'],
      ['type_unknown', 'direction_unknown', 'begin_missing', 'duration_wrong'],
      ['begin_out_of_range'],
      ['begin_out_of_range'],
      expect.arrayContaining(['own_number_wrong', 'begin_missing']),
      expect.arrayContaining(['own_number_wrong']),
      ['duration_wrong'],
      ['unreadable'],
    ])
    expect(rows.find(({ row_number }) => row_number === 5)?.cells[0]).toBe('=HYPERLINK("http://x")')
    const all = await ofFile(file.import_reference)
    expect(all.map(({ carrier }) => carrier?.other_number).sort()).toEqual(
      [other, 'Line\nbreak, "quoted"', '\ufffd'].sort(),
    )
  })

  it('is refused if it is empty, too long or too large, and leaves nothing behind', async () => {
    expect(await outcomeOf(await send(''))).toEqual([400, 'carrier_import.empty'])
    for (const end of ['\n', '\r', '\r\n']) {
      expect(await outcomeOf(await send(end.repeat(limits.maxCarrierRows + 2)))).toEqual([
        413,
        'carrier_import.too_many_rows',
      ])
    }
    expect(await upload('own\r\n1\r\n2')).toMatchObject({ lines: 3 })
    expect(await outcomeOf(await send(Buffer.alloc(limits.maxCarrierFileBytes + 1, 0x20)))).toEqual([
      413,
      'carrier_import.too_large',
    ])
    const parts = await account.read((tx) =>
      tx.db.selectFrom('carrier_file_parts').select('import_reference').where('client', '=', tx.client).execute(),
    )
    const waiting = await answered<{ items: CarrierImport[] }>(call('GET', `${base}?filter[states][0]=Uploaded`))
    const known = new Set(waiting.items.map(({ import_reference }) => import_reference))
    expect(parts.filter(({ import_reference }) => !known.has(import_reference))).toEqual([])
  })

  it('is read in UTF-16 with a byte order mark, and refused if it is not text', async () => {
    const marked = Buffer.from(`\ufeff${csv(lineOf('2026-06-03 09:00:00', { other: 'Łódź' }))}\r\n`, 'utf16le')
    expect(await outcomeOf(await send(marked.subarray(2)))).toEqual([400, 'carrier_import.not_text'])
    const { import_reference, lines } = await upload(marked, 'Wide')
    expect(lines).toBe(2)
    const preview = await answered<CarrierPreview>(call('POST', `${base}/${import_reference}/preview`, {}))
    expect(preview).toMatchObject({ mapping: { encoding: 'utf-16le', delimiter: ',' }, good: 1, is_whole: true })
    await importing(import_reference, { ...mapping, encoding: 'utf-16le' })
    expect((await ofFile(import_reference)).map(({ carrier }) => carrier?.other_number)).toEqual(['Łódź'])
  })

  it('is previewed in part if it is large, and two at a time', async () => {
    const row = `${lineOf('2026-06-04 09:00:00')},${'x'.repeat(20_000)}`
    const { import_reference } = await upload(csv(...Array<string>(400).fill(row)), 'Large')
    const preview = () => call('POST', `${base}/${import_reference}/preview`, { mapping })
    const answers = await Promise.all(Array.from({ length: 8 }, async () => outcomeOf(await preview())))
    expect(answers).toContainEqual([200, null])
    expect(answers).toContainEqual([429, 'carrier_import.too_many_at_once'])
    const { read, is_whole, refused } = await answered<CarrierPreview>(preview())
    expect([read > 100 && read < 400, is_whole, refused]).toEqual([true, false, 0])
  })

  it('is not imported with columns, a time zone or a country that do not exist', async () => {
    const { import_reference } = await upload(csv(lineOf('2026-06-02 09:00:00')))
    const start = (change: Partial<CarrierMapping>) =>
      call('POST', `${base}/${import_reference}/start`, { mapping: { ...mapping, ...change } }).then(outcomeOf)
    expect(await start({ columns: { ...mapping.columns, end: 'Finish' } })).toEqual([
      400,
      'carrier_import.unknown_column',
    ])
    expect(await start({ timezone: 'Mars/Olympus' })).toEqual([400, 'carrier_import.wrong_mapping'])
    expect(await start({ country: 'XX' })).toEqual([400, 'carrier_import.wrong_mapping'])
    expect(await start({ has_titles: false })).toEqual([400, 'carrier_import.unknown_column'])
    expect(await start({})).toEqual([200, null])
    expect(await start({})).toEqual([409, 'carrier_import.not_uploaded'])
  })
})

describe('times', () => {
  const london = { ...mapping, timezone: 'Europe/London' }

  it('that clocks skipped are refused, and those that they showed twice match either', async () => {
    await addRecording('2025-10-26T01:30:10.000Z')
    const file = await imported(
      csv(lineOf('2025-10-26 01:30:00'), lineOf('2026-03-29 01:30:00'), lineOf('2025-07-01 12:00:00')),
      london,
    )
    expect(file).toMatchObject({ rows_imported: 2, rows_refused: 1 })
    expect((await rowsOf(file.import_reference))[0]?.problems).toEqual(['begin_skipped'])
    expect(await ofFile(file.import_reference)).toMatchObject([
      {
        time: '2025-10-26T00:30:00.000Z',
        outcome: 'Matched',
        time_difference_s: 10,
        carrier: { is_time_ambiguous: true },
      },
      { time: '2025-07-01T11:00:00.000Z', outcome: 'Missing', carrier: { is_time_ambiguous: false } },
    ])
  })

  it('with an offset of their own do not use the time zone of the file', async () => {
    const file = await imported(csv(lineOf('2026-07-01T12:00:00-03:00')), london)
    expect((await ofFile(file.import_reference))[0]?.time).toBe('2026-07-01T15:00:00.000Z')
  })
})

describe('recordings that arrive late', () => {
  it('close what was missing, also when a closer one comes after a worse one', async () => {
    const date = '2026-08-03'
    const file = await imported(csv(lineOf(`${date} 09:00:00`), lineOf(`${date} 09:02:00`), lineOf(`${date} 12:00:00`)))
    expect((await ofFile(file.import_reference)).map(({ outcome }) => outcome)).toEqual([
      'Missing',
      'Missing',
      'Missing',
    ])
    // Just settled: on a slow machine, recordings of other tests are older than a minute, too.
    const arrive = (time: string) => addRecording(time, { updated_at: new Date(Date.now() - 60_001) })
    await account.write((tx) =>
      tx.db
        .updateTable('carrier_imports')
        .set({ finished_at: new Date(Date.now() - 3_600_000) })
        .where('client', '=', tx.client)
        .execute(),
    )
    const worse = await arrive(`${date}T09:01:05.000Z`)
    await compareArrivals.handle(context(), {})
    const matched = async () =>
      (await ofFile(file.import_reference)).map(({ recording }) => recording?.payload_reference ?? null)
    expect(await matched()).toEqual([null, worse, null])
    const closer = await arrive(`${date}T09:02:01.000Z`)
    await compareArrivals.handle(context(), {})
    expect(await matched()).toEqual([null, closer, worse])
    await undo(file.import_reference)
  })
})

describe('signing off', () => {
  const date = '2026-09-01'
  let references: string[]
  const signOff = (record_references: string[], token = boss) =>
    answered<CarrierRecordsSignedOff>(
      call('PUT', `${records}/sign_off`, { record_references, reason: 'Roaming' }, token),
    )
  const results = async (answer: Promise<CarrierRecordsSignedOff>) =>
    (await answer).items.map(({ result, code }) => code ?? result)
  beforeAll(async () => {
    await addRecording(`${date}T11:00:00.000Z`)
    await imported(
      csv(
        lineOf(`${date} 11:00:00`),
        lineOf(`${date} 10:00:00`),
        lineOf(`${date} 09:00:00`, { own: lisbon }),
        lineOf(`${date} 08:00:00`, { own: '+447700900999' }),
      ),
    )
    references = (await onDay(date)).map(({ record_reference }) => record_reference)
  })

  it('is for what is missing or differs, in groups in which the person may', async () => {
    expect(await outcomes(onDay(date))).toEqual([
      ['08:00:00', 'UnknownNumber'],
      ['09:00:00', 'Missing'],
      ['10:00:00', 'Missing'],
      ['11:00:00', 'Matched'],
    ])
    expect(await results(signOff(references, lara))).toEqual([
      'carrier_record.no_exception',
      'signed_off',
      'request.not_found',
      'request.not_found',
    ])
    expect(await results(signOff(references))).toEqual([
      'carrier_record.no_exception',
      'unchanged',
      'signed_off',
      'signed_off',
    ])
    expect(
      await outcomeOf(await call('PUT', `${records}/sign_off`, { record_references: references, reason: 'x' }, rita)),
    ).toEqual([403, 'auth.forbidden'])
    expect(await listed(`filter[is_signed_off]=true&filter[date_from]=${date}&filter[date_to]=${date}`)).toMatchObject([
      { signed_off_by: 'lara', signed_off_reason: 'Roaming' },
      { signed_off_by: 'boss' },
      { signed_off_by: 'boss', outcome: 'UnknownNumber' },
    ])
  })

  it('shows nobody records of other groups, or recordings that they may not find', async () => {
    expect((await onDay(date, lara)).map(({ group }) => group)).toEqual(['London', 'London'])
    expect((await onDay(date, rita)).map(({ group }) => group)).toEqual(['Lisbon'])
    expect((await onDay(date, lara))[0]).toMatchObject({ outcome: 'Matched', has_recording: true, recording: null })
    const [inLondon] = await onDay(date, lara)
    const address = `${records}/${inLondon?.record_reference}`
    expect(await answered(call('GET', address, undefined, lara))).toEqual(inLondon)
    expect(await outcomeOf(await call('GET', address, undefined, rita))).toEqual([404, 'request.not_found'])
    const unknown = (await onDay(date)).find(({ outcome }) => outcome === 'UnknownNumber')
    expect(await answered(call('GET', `${records}/${unknown?.record_reference}`))).toEqual(unknown)
    expect(await outcomeOf(await call('GET', `${records}/${unknown?.record_reference}`, undefined, lara))).toEqual([
      404,
      'request.not_found',
    ])
    const months = await answered<CarrierMonths>(
      call('GET', '/api/client/v1/northwind/carrier_months', undefined, rita),
    )
    expect(new Set(months.items.map(({ group }) => group))).toEqual(new Set(['Lisbon']))
    for (const token of [lara, rita]) {
      expect(await outcomeOf(await call('GET', base, undefined, token))).toEqual([403, 'auth.forbidden'])
      expect(await outcomeOf(await send(csv(lineOf(`${date} 11:00:00`)), 'North', token))).toEqual([
        403,
        'auth.forbidden',
      ])
    }
  })
})

describe('a number that no device had', () => {
  it('gets its device when one verifies it, and recordings that the file does not list become exceptions', async () => {
    const number = '+447700900803'
    const date = '2026-11-02'
    const { import_reference } = await imported(
      csv(
        lineOf(`${date} 09:00:00`, { own: number }),
        lineOf(`${date} 10:00:00`, { own: number }),
        lineOf(`${date} 11:00:00`, { own: '+447700900804' }),
      ),
    )
    const [, , first = ''] = (await ofFile(import_reference)).map(({ record_reference }) => record_reference)
    await answered(call('PUT', `${records}/sign_off`, { record_references: [first], reason: 'Not ours' }))
    const ofNewDevice = { device_reference: 'LATE-1' }
    await account.verified('LATE-1', { body: { phone_numbers: [{ phone_number: '07700 900803', slot_index: 0 }] } })
    await addRecording(`${date}T09:00:02.000Z`, ofNewDevice)
    await addRecording(`${date}T09:30:00.000Z`, ofNewDevice)
    const owner = ownerPool(account.server.settings.databaseUrl)
    const { rows: jobs } = await owner.query('select key from graphile_worker.jobs where task_identifier = $1', [
      'look_up_new_number',
    ])
    await owner.end()
    expect(jobs).toContainEqual({ key: expect.stringContaining('northwind/07700 900803') })
    const lookUp = () => lookUpNewNumber.handle(context(), { client: 'northwind', phone_number: '07700 900803' })
    await lookUp()
    await compareCarrierRecords.handle(context(), { client: 'northwind' })
    expect(await outcomes(onDay(date))).toEqual([
      ['09:00:00', 'Matched'],
      ['09:30:00', 'NotListed'],
      ['10:00:00', 'Missing'],
      ['11:00:00', 'UnknownNumber'],
    ])
    expect((await ofFile(import_reference)).map(({ group, signed_off_at }) => [group, signed_off_at])).toEqual([
      [null, null],
      ['London', null],
      ['London', null],
    ])
    const months = await answered<CarrierMonths>(call('GET', '/api/client/v1/northwind/carrier_months'))
    expect(
      months.items.filter(({ month, group }) => month === '2026-11' && group === null).map(({ records }) => records),
    ).toEqual([1])
    const before = await onDay(date)
    await lookUp()
    await compareCarrierRecords.handle(context(), { client: 'northwind' })
    expect(await onDay(date)).toEqual(before)
  })
})

describe('a number that moved', () => {
  it('is that of the device that verified it then, and its record that of whoever held the device', async () => {
    const number = '+447700900802'
    await account.onboard('bo.lund', { group: 'Lisbon' })
    await addDevice('OLD-1', 'bo.lund', 'Lisbon', number)
    await addDevice('NEW-1', 'ana.reis', 'London', number, '2026-10-10T00:00:00.000Z')
    await account.write(async (tx) => {
      const until = '2026-10-05T00:00:00.000Z'
      await tx.db
        .insertInto('former_holders')
        .values({
          client: tx.client,
          device_reference: 'OLD-1',
          held_until: until,
          held_since: null,
          device_user_reference: 'ana.reis',
          group: 'London',
          services: [],
        })
        .execute()
      await tx.db
        .updateTable('devices')
        .set({ held_since: until })
        .where('client', '=', tx.client)
        .where('device_reference', '=', 'OLD-1')
        .execute()
    })
    const file = await imported(
      csv(...['10-12', '10-07', '10-03'].map((date) => lineOf(`2026-${date} 09:00:00`, { own: number }))),
    )
    expect(
      (await ofFile(file.import_reference)).map(({ device_reference, device_user_reference, group }) => [
        device_reference,
        device_user_reference,
        group,
      ]),
    ).toEqual([
      ['NEW-1', 'ana.reis', 'London'],
      ['OLD-1', 'bo.lund', 'Lisbon'],
      ['OLD-1', 'ana.reis', 'London'],
    ])
  })
})
