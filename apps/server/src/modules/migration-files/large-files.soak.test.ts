import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type LegacyRow, readRows } from './index.ts'

/** `HOLDFAST_BACKUP_MEBIBYTES` and `HOLDFAST_LINE_MEBIBYTES` are the sizes of a backup and of a line. */
const backupMebibytes = Number(process.env.HOLDFAST_BACKUP_MEBIBYTES ?? 2048)
const lineMebibytes = Number(process.env.HOLDFAST_LINE_MEBIBYTES ?? 1024)
const timeout = 2 * 3_600_000
const mebibyte = 1024 ** 2
/** Growth of heap and buffers, without garbage: an attachment has up to 16 MiB, and is held as text and as bytes. */
const mostGrowth = 100 * mebibyte

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const usedMemory = (): number => {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Bytes in pieces of 1 MiB, as a store gives them; `look` is called after each 64 MiB. */
async function* pieces(content: Iterable<string>, look: () => void): AsyncGenerator<Uint8Array> {
  let held: string[] = []
  let [length, sinceLook] = [0, 0]
  for (const text of content) {
    held.push(text)
    length += text.length
    if (length < mebibyte) continue
    yield Buffer.from(held.join(''))
    sinceLook += length
    held = []
    length = 0
    if (sinceLook < 64 * mebibyte) continue
    sinceLook = 0
    look()
  }
  yield Buffer.from(held.join(''))
}

/** Reads a file without keeping its rows. Returns how many were read and refused, and the first and the last one. */
const read = async (name: string, content: Iterable<string>) => {
  const before = usedMemory()
  let most = before
  const look = (): void => {
    most = Math.max(most, usedMemory())
  }
  let [rows, refused, bytes] = [0, 0, 0]
  let last: LegacyRow | null = null
  const from = performance.now()
  for await (const row of readRows({ name, bytes: pieces(content, look) }, { timeZone: 'UTC' })) {
    rows += 1
    if (row.problem !== null) refused += 1
    bytes +=
      row.record?.kind === 'payload' && row.record.content && 'bytes' in row.record.content
        ? row.record.content.bytes.length
        : 0
    last = row
  }
  const seconds = (performance.now() - from) / 1000
  const growth = (most - before) / mebibyte
  process.stdout.write(`${name}: ${rows} rows in ${seconds.toFixed(1)} s, memory ${growth.toFixed(0)} MiB more\n`)
  expect(most - before).toBeLessThan(mostGrowth)
  return { rows, refused, bytes, last }
}

const sms = (at: number): string =>
  `<sms address="+447700900123" date="${1_704_164_645_000 + at}" type="1" body="Hi &#55357;&#56838; ${at}" contact_name="null" />\n`
const attachment = 'A'.repeat(8 * mebibyte)
const mms = (at: number): string =>
  `<mms date="${1_704_164_645_000 + at}" msg_box="2" address="+447700900123" m_id="m${at}"><parts><part seq="0" ct="image/png" name="a.png" text="null" data="${attachment}" /></parts><addrs><addr address="+447700900123" type="151" /></addrs></mms>\n`

/** A hundred messages, one of them with an attachment of 6 MiB, again and again. */
function* backup(mebibytes: number): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<smses>\n'
  let [length, at] = [0, 0]
  while (length < mebibytes * mebibyte) {
    const message = at % 100 === 99 ? mms(at) : sms(at)
    length += message.length
    at += 1
    yield message
  }
  yield '</smses>\n'
}

test(`a backup of ${backupMebibytes} MiB is read in memory that does not grow with it`, { timeout }, async () => {
  const { rows, refused, bytes } = await read('jane/sms.xml', backup(backupMebibytes))
  expect(refused).toBe(0)
  expect(rows).toBeGreaterThan(backupMebibytes)
  expect(bytes).toBeGreaterThan(backupMebibytes * mebibyte * 0.9)
})

function* longLine(before: string, after: string): Generator<string> {
  yield before
  const piece = 'x'.repeat(mebibyte)
  for (let mebibytes = 0; mebibytes < lineMebibytes; mebibytes += 1) yield piece
  yield after
}

test.each([
  ['groups.csv', 'group\n', '\nDesk\n'],
  ['groups-quoted.csv', 'group\n"', '\nDesk\n'],
  ['groups.ndjson', '{"group":"', '"}\n{"group":"Desk"}\n'],
  [
    'jane/sms.xml',
    '<smses><sms address="+447700900123" date="1" type="1" body="',
    '" />\n<sms address="+447700900123" date="1704164645000" type="1" body="Hi" /></smses>',
  ],
])(`%s with a line of ${lineMebibytes} MiB is read on after it`, { timeout }, async (name, before, after) => {
  const { refused, last } = await read(name, longLine(before, after))
  expect(refused).toBe(1)
  expect(last?.problem).toBeNull()
})
