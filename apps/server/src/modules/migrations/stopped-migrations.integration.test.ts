import type { LegacyMigration, MigrationExport } from '@holdfast/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AccountWithExports } from '../../../test/account-with-exports.ts'
import { outcomeOf } from '../../../test/account-with-handsets.ts'

let exports: AccountWithExports
beforeAll(async () => {
  exports = await AccountWithExports.open()
  const title = 'device_user_reference,group,services,email,first_name,surname'
  await exports.migrate({
    'users.csv': `${title}\nrui.melo,London,calls;sms,rui@example.com,Rui,Melo`,
    'devices.csv': 'device_reference,device_user_reference,model\nOLD-1,rui.melo,Galaxy S8',
  })
})
afterAll(() => exports?.close())

const calls = (count: number, prefix = 'call'): string =>
  [
    'reference,payload_type,payload_time,device_reference,direction,numbers,content_file',
    ...Array.from({ length: count }, (_, index) => {
      const time = new Date(Date.UTC(2023, 0, 1) + index * 60_000).toISOString()
      return `${prefix}-${index},Call,${time},OLD-1,I,+35196200${String(index).padStart(4, '0')},sound.amr`
    }),
  ].join('\n')
const sound = Buffer.alloc(2000, 'sound')

const countImported = () =>
  exports.account.read(async ({ db }) => {
    const { count } = await db
      .selectFrom('payloads')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('client', '=', 'northwind')
      .where('is_legacy', '=', true)
      .executeTakeFirstOrThrow()
    return Number(count)
  })

/** A store that fails after so many objects were read. */
const failingStore = (reads: number) => {
  const { objects } = exports.account.server.api.platform
  let left = reads
  return {
    objects: new Proxy(objects, {
      get: (target, name) => {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          if (name === 'get') left -= 1
          if (left < 0) throw new Error('the store is gone')
          return value.apply(target, args)
        }
      },
    }),
  }
}

it('goes on after each kill without doubles, and a repeated run changes nothing', async () => {
  const folder = await exports.put({ 'payloads.csv': calls(620), 'sound.amr': sound })
  const id = await exports.start(folder)
  // Within the second batch, within its repetition, and before its first row is there.
  for (const reads of [560, 100, 60]) {
    await expect(exports.work(id, AbortSignal.timeout(60_000), failingStore(reads))).rejects.toThrow(
      'the store is gone',
    )
  }
  expect((await exports.ended(id)).ended).toMatchObject({ migration_state: 'Pending' })
  await exports.work(id)
  const { ended, codes } = await exports.ended(id)
  expect(codes).toEqual({ PayloadCreated: 620 })
  expect(ended).toMatchObject({ migration_state: 'Migrated', statistics: { rows: 620, bytes: 620 * sound.length } })
  expect(await countImported()).toBe(620)
  expect((await exports.run(folder)).codes).toEqual({ PayloadAlreadyLoaded: 620 })
  expect((await exports.run(folder, { source: 'other' })).codes).toEqual({ PayloadCreated: 620 })
  expect(await countImported()).toBe(1240)
})

it('lets one worker go on: the other one, which another worker replaced, stores nothing more', async () => {
  const folder = await exports.put({ 'payloads.csv': calls(510, 'fenced'), 'sound.amr': sound })
  const before = await countImported()
  const id = await exports.start(folder)
  await Promise.all([exports.work(id), exports.work(id)])
  expect((await exports.ended(id)).codes).toEqual({ PayloadCreated: 510 })
  expect(await countImported()).toBe(before + 510)
})

it('is stopped and resumed, and a stopped one makes room for another', async () => {
  const folder = await exports.put({ 'payloads.csv': calls(10, 'stopped'), 'sound.amr': sound })
  const id = await exports.start(folder)
  const body = { folder, source: 'old', is_dry_run: false, time_zone: 'UTC' }
  expect(await outcomeOf(await exports.call('POST', '/migrations', body))).toEqual([409, 'migration.running'])
  const change = (operation: string) => exports.call('POST', `/migrations/${id}`, { operation })
  expect((await change('stop')).status).toBe(200)
  expect(await outcomeOf(await change('stop'))).toEqual([409, 'migration.illegal_transition'])
  await exports.work(id)
  expect((await exports.ended(id)).ended).toMatchObject({ is_stopped: true, statistics: { rows: 0 }, may: ['resume'] })
  expect((await change('resume')).status).toBe(200)
  expect((await change('stop')).status).toBe(200)
  expect((await exports.run(folder)).codes).toEqual({ PayloadCreated: 10 })
  expect((await exports.ended(id)).ended).toMatchObject({ migration_state: 'Failed', may: [] })
  expect(await outcomeOf(await change('resume'))).toEqual([409, 'migration.illegal_transition'])
})

it('is scanned again before it goes on', async () => {
  const files = { 'payloads.csv': calls(510, 'infected'), 'sound.amr': sound }
  const folder = await exports.put(files)
  const id = await exports.start(folder)
  await expect(exports.work(id, AbortSignal.timeout(60_000), failingStore(506))).rejects.toThrow('the store is gone')
  // Made of two pieces, so that no scanner takes this file for the test virus.
  const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('')
  const { objects } = exports.account.server.api.platform
  await objects.put(`migrations/northwind/${folder}/later.amr`, Buffer.from(eicar))
  await exports.work(id)
  const { ended, codes } = await exports.ended(id)
  expect(ended).toMatchObject({ migration_state: 'Quarantined', error_message: expect.stringContaining('later.amr') })
  expect(codes).toEqual({ PayloadCreated: 500 })
})

it('takes uploaded files, in parts that are sealed', async () => {
  const text = new TextEncoder().encode(calls(3, 'uploaded').replaceAll('sound.amr', ''))
  const upload = (part: number, parts: number, body: Uint8Array<ArrayBuffer>) =>
    fetch(
      `${exports.account.server.origin}/api/client/v1/northwind/migration_exports/mine?file_name=payloads.csv&part=${part}&parts=${parts}`,
      {
        method: 'PUT',
        body,
        headers: { authorization: `Bearer ${exports.boss}`, 'content-type': 'application/octet-stream' },
      },
    )
  const first = await upload(1, 2, text.subarray(0, 100))
  expect([first.status, await first.text()]).toEqual([204, ''])
  const listed = () => exports.answered<{ items: MigrationExport[] }>('GET', '/migration_exports')
  expect((await listed()).items.some(({ folder }) => folder === 'mine')).toBe(false)
  expect((await upload(2, 2, text.subarray(100))).status).toBe(204)
  expect((await upload(2, 2, text.subarray(100))).status).toBe(204)
  const mine = (await listed()).items.find(({ folder }) => folder === 'mine')
  expect(mine).toMatchObject({ file_count: 1, bytes: text.length, files: [{ kind: 'payloads' }] })
  const { objects } = exports.account.server.api.platform
  let stored = 0
  for await (const { key } of objects.list('migrations/northwind/mine.parts/')) {
    stored += 1
    const chunks: Buffer[] = []
    for await (const chunk of await objects.get(key)) chunks.push(chunk)
    expect(Buffer.concat(chunks).includes('+351912')).toBe(false)
  }
  expect(stored).toBe(2)
  expect((await exports.run('mine')).codes).toEqual({ RecordedPayloadCreated: 3 })
  const list = await exports.answered<{ items: LegacyMigration[] }>(
    'GET',
    '/migrations?filter[migration_states][0]=Migrated',
  )
  expect(list.items[0]).toMatchObject({ folder: 'mine', statistics: { files: 1 } })
})
