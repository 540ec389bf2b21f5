import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Keys, openKeys } from '../../apps/server/src/platform/keys/index.ts'
import { fillEarlierDatabase } from '../../apps/server/test/earlier-database.ts'
import { serveHere } from '../setup/holdfast-command.ts'
import { type PreparedInstallation, prepareInstallation } from '../setup/prepared-installation.ts'
import { runPart } from '../setup/run-part.ts'

const objectKey = 'recordings/acme/one-checksum'

let installation: PreparedInstallation
let keys: Keys
beforeEach(async () => {
  installation = await prepareInstallation('template0')
  onTestFinished(() => installation.remove())
  keys = await openKeys(installation.environment.KEYS_URL ?? '')
  await fillEarlierDatabase(installation.database.ownerUrl, keys, objectKey)
  await mkdir(path.join(installation.objects, path.dirname(objectKey)), { recursive: true })
  await writeFile(path.join(installation.objects, objectKey), 'sealed')
  await mkdir(installation.home)
})

const query = async (text: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: installation.database.ownerUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const expectRefusal = async (expectedOutput: string): Promise<void> => {
  const before = await query('select name from app.migrations order by name')
  const ended = await serveHere(installation.environment)
  expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(expectedOutput) })
  expect(await query('select name from app.migrations order by name')).toEqual(before)
}

describe('an installation from before installation ids', () => {
  it('gets one id, whichever of its processes starts first', async () => {
    const parts = await Promise.all(['serve', 'work'].map((command) => runPart(command, installation.environment)))
    await Promise.all(parts.map((part) => part.stop()))
    const [record] = await query(
      'select installation_id, master_key, completed_at is not null as is_complete from app.installation',
    )
    const installation_id = readFileSync(path.join(installation.home, 'installation'), 'utf8').trim()
    expect(record).toEqual({ installation_id, master_key: keys.fingerprint, is_complete: true })
    expect(readFileSync(path.join(installation.objects, '~installation'), 'utf8').trim()).toBe(installation_id)
    await rename(installation.objects, `${installation.objects}.gone`)
    expect((await serveHere(installation.environment)).stderr).toContain(
      `object store of installation ${installation_id}`,
    )
  })

  it('keeps the receipts that were confirmed', async () => {
    expect(await serveHere(installation.environment)).toMatchObject({ code: 0 })
    const receipts =
      await query(`select client, payload_reference, confirmed_by, confirmed_at = receipt_confirmed_at as is_same
      from app.payload_receipts join app.payloads using (client, payload_reference)`)
    expect(receipts).toEqual([{ client: 'acme', payload_reference: 'one', confirmed_by: 'ruth', is_same: true }])
  })

  it('gets none without its key', async () => {
    await rename(installation.keyFile, `${installation.keyFile}.gone`)
    await expectRefusal(`KEYS_URL: the master key ${installation.keyFile} of this database is missing`)
  })

  it('gets none with another key', async () => {
    await rename(installation.keyFile, `${installation.keyFile}.gone`)
    await openKeys(installation.environment.KEYS_URL ?? '')
    await expectRefusal(
      `KEYS_URL: ${installation.keyFile} is not the master key of this database, which has the fingerprint`,
    )
  })

  it('gets none with an object folder that lacks its recordings', async () => {
    await rename(installation.objects, `${installation.objects}.gone`)
    await expectRefusal(`OBJECTS_URL: ${installation.objects} lacks recordings of this database, such as ${objectKey}`)
  })

  it('gets none with an empty database', async () => {
    await query('drop schema app cascade')
    const ended = await serveHere(installation.environment)
    const expectedOutput = `OBJECTS_URL (${installation.objects}) holds recordings, but the database`
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(expectedOutput) })
    expect(await query(`select from pg_namespace where nspname = 'app'`)).toEqual([])
  })
})
