import { execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { Exports } from '../setup/exports.ts'
import { memoryGrowth } from '../setup/memory-growth.ts'
import { addRows } from '../setup/rows.ts'
import { anAccount } from '../setup/test-account.ts'

const client = 'northwind'
const few = 10_000
const many = 100_000
const mebibyte = 1024 ** 2
/** Pages of 2,000 rows, one that is sent and one that is read, and compression. */
const mostGrowth = 64 * mebibyte
const timeout = 30 * 60_000

/**
 * The api runs in the process of the test. Its live memory is measured each second, after a collection of garbage, while
 * a reader stores the file.
 */
test(`an Excel file of ${many} recordings takes no more memory than one of ${few}`, { timeout }, async () => {
  const account = await anAccount(client).withGroups('Few', 'Many').withPerson('ruth', 'Compliance Officer').open()
  const folder = await mkdtemp(path.join(tmpdir(), 'large-workbook-'))
  try {
    const addCalls = async (group: string, count: number) => {
      for (let from = 0; from < count; from += 1000) {
        await account.write((tx) =>
          addRows(
            tx,
            'payloads',
            Array.from({ length: Math.min(1000, count - from) }, (_, at) => ({
              payload_reference: ulid(),
              group,
              device_reference: `${group}-1`,
              device_user_reference: `user-${at % 100}`,
              payload_time: new Date(Date.UTC(2026, 0, 1) + (from + at) * 60_000),
              numbers: [`+4420${String(from + at).padStart(8, '0')}`],
              meta: JSON.stringify({
                direction: 'O',
                duration: at,
                second_parties: [{ phone_number: '+442079460000', name: `Counterparty ${from + at}` }],
              }),
            })),
          ),
        )
      }
    }
    await addCalls('Few', few)
    await addCalls('Many', many)
    const exports = new Exports(account.server, client)
    const exported = async (group: string) => {
      const file = path.join(folder, `${group}.xlsx`)
      const query = { filter: { groups: [group] } }
      const wanted = { list: 'listPayloads', form: 'people', format: 'xlsx', time_zone: 'UTC', query }
      const from = performance.now()
      const growth = await memoryGrowth(async () => {
        const { body } = await exports.fetch(await exports.ask(account.tokens.ruth, wanted))
        if (!body) throw new Error('There was no file')
        await pipeline(Readable.fromWeb(body as never), createWriteStream(file))
      }, 1000)
      const seconds = (performance.now() - from) / 1000
      process.stdout.write(`${group}: ${seconds.toFixed(1)} s, ${(growth / mebibyte).toFixed(1)} MiB more\n`)
      await promisify(execFile)('unzip', ['-tq', file])
      return { growth, rows: await rowsOf(file) }
    }
    // Compiles what both need.
    await exported('Few')
    const small = await exported('Few')
    const large = await exported('Many')
    expect([small.rows, large.rows]).toEqual([few, many])
    expect(large.growth).toBeLessThan(mostGrowth)
    expect(large.growth).toBeLessThan(small.growth + mostGrowth / 2)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await account.close()
  }
})

/** The rows of a workbook without its headings, as another program unpacks them. */
const rowsOf = async (file: string): Promise<number> => {
  const { stdout } = spawn('unzip', ['-p', file, 'xl/worksheets/sheet1.xml'])
  let rows = 0
  stdout.setEncoding('utf8')
  let rest = ''
  for await (const chunk of stdout) {
    const parts = (rest + chunk).split('<row ')
    rows += parts.length - 1
    rest = (parts.at(-1) ?? '').slice(-'<row '.length)
  }
  return rows - 1
}
