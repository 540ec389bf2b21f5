import { expect, test } from 'vitest'
import { collected } from '../../../../../tests/setup/in-pieces.ts'
import { ownerOfFile } from './file-kinds.ts'
import { kindOfFile, readRows } from './index.ts'
import { readRecorderName } from './recorder-names.ts'

test.each([
  ['2025-10-03 16-54-44 (phone) Jane Doe (0486300265) ↙.m4a', '2025-10-03T16:54:44', 'I', '0486300265', 'Jane Doe'],
  ['2025-10-03 16-32-29 (phone) Jane (+61 403 692 612) ↗.m4a', '2025-10-03T16:32:29', 'O', '+61403692612', 'Jane'],
  ['2025-10-03 17-09-31 (whatsapp) Jane Doe.m4a', '2025-10-03T17:09:31', null, null, 'Jane Doe'],
  ['phone_20190514-123456_+491701234567.amr', '2019-05-14T12:34:56', null, '+491701234567', null],
  ['0d20151122141548p+74993464260.3gp', '2015-11-22T14:15:48', null, '+74993464260', null],
  ['1d20151209155457pnull.3gp', '2015-12-09T15:54:57', null, null, null],
  ['20231221_143025.123+0100_in_+15551234567_Jane.oga', '2023-12-21T14:30:25+0100', 'I', '+15551234567', 'Jane'],
  ['20231221_143025.123+0000_out.oga', '2023-12-21T14:30:25+0000', 'O', null, null],
  ['Call recording +15551234567_200605_114902.m4a', '2020-06-05T11:49:02', null, '+15551234567', null],
  ['Call recording Jane Doe_200605_114902.m4a', '2020-06-05T11:49:02', null, null, 'Jane Doe'],
  ['Call_20250418_143022_INCOMING_1234567890.m4a', '2025-04-18T14:30:22', 'I', '1234567890', null],
  ['Call@Jane(0079397172318)_20231216123836.mp3', '2023-12-16T12:38:36', null, '0079397172318', 'Jane'],
  ['2018-02-20 20.32.15 ↓ +15551234567 (Jane).ogg', '2018-02-20T20:32:15', 'I', '+15551234567', 'Jane'],
  ['+15551234567_200605_114902123.m4a', '2020-06-05T11:49:02', null, '+15551234567', null],
])('reads %s', (name, time, direction, number, contact) => {
  expect(readRecorderName(name)).toMatchObject({ time, direction, number, contact })
  expect(kindOfFile(name)).toBe('recorder')
})

test.each(['IMG_20240101_120000.jpg', 'song.mp3', '20240101.m4a', 'Call recording.m4a', 'notes.txt'])(
  'is not misled by %s',
  (name) => {
    expect(kindOfFile(name)).toBe('media')
  },
)

test('gives a recording to the person in whose folder it lies, at a local time', async () => {
  const name = 'jane.doe/Call recording +15551234567_200605_114902.m4a'
  const bytes = (async function* (): AsyncGenerator<Uint8Array> {})()
  const rows = await collected(readRows({ name, bytes }, { timeZone: 'America/New_York' }))
  expect(rows).toMatchObject([
    {
      kind: 'recorder',
      rowNumber: 1,
      record: {
        payload_type: 'Call',
        payload_time: '2020-06-05T15:49:02.000Z',
        device_user_reference: 'jane.doe',
        content: { file_name: name, content_type: 'audio/mp4' },
      },
    },
  ])
  expect(ownerOfFile('jane.doe__sms-20240101.xml')).toBe('jane.doe')
})

test('refuses a recording of a day that never was', async () => {
  const bytes = (async function* (): AsyncGenerator<Uint8Array> {})()
  const file = { name: 'Call recording Jane_200231_114902.m4a', bytes }
  const [row] = await collected(readRows(file, { timeZone: 'UTC' }))
  expect(row?.problem).toContain('does not exist')
})

test('knows the files of an export', () => {
  expect(['groups.csv', 'x/users_2.ndjson', 'sms-20240101.xml', 'program.exe'].map(kindOfFile)).toEqual([
    'groups',
    'users',
    'sms_backup',
    null,
  ])
})
