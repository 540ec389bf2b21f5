import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Keys, openKeys } from '../../apps/server/src/platform/keys/index.ts'
import { fillEarlierDatabase } from '../../apps/server/test/earlier-database.ts'
import { type Machine, newMachine } from '../setup/machine.ts'
import { runPart, runToEnd } from '../setup/run-part.ts'

const objectKey = 'recordings/acme/one-checksum'

let machine: Machine
let keys: Keys
beforeEach(async () => {
  machine = await newMachine('template0')
  onTestFinished(() => machine.remove())
  keys = await openKeys(machine.environment.KEYS_URL ?? '')
  await fillEarlierDatabase(machine.database.ownerUrl, keys, objectKey)
  await mkdir(path.join(machine.objects, path.dirname(objectKey)), { recursive: true })
  await writeFile(path.join(machine.objects, objectKey), 'sealed')
  await mkdir(machine.home)
})

const query = async (text: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: machine.database.ownerUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const refused = async (said: string): Promise<void> => {
  const before = await query('select name from app.migrations order by name')
  const ended = await runToEnd(['serve'], machine.environment)
  expect(ended).toEqual({ code: 1, said: expect.stringContaining(said) })
  expect(await query('select name from app.migrations order by name')).toEqual(before)
}

describe('an installation from before installation ids', () => {
  it('gets one id, whichever of its processes starts first', async () => {
    const parts = await Promise.all(['serve', 'work'].map((command) => runPart(command, machine.environment)))
    await Promise.all(parts.map((part) => part.stop()))
    const [record] = await query(
      'select installation_id, master_key, completed_at is not null as is_complete from app.installation',
    )
    const installation_id = readFileSync(path.join(machine.home, 'installation'), 'utf8').trim()
    expect(record).toEqual({ installation_id, master_key: keys.fingerprint, is_complete: true })
    expect(readFileSync(path.join(machine.objects, '~installation'), 'utf8').trim()).toBe(installation_id)
    await rename(machine.objects, `${machine.objects}.gone`)
    expect((await runToEnd(['serve'], machine.environment)).said).toContain(
      `object store of installation ${installation_id}`,
    )
  })

  it('gets none without its key', async () => {
    await rename(machine.keyFile, `${machine.keyFile}.gone`)
    await refused(`KEYS_URL: the master key ${machine.keyFile} of this database is missing`)
  })

  it('gets none with another key', async () => {
    await rename(machine.keyFile, `${machine.keyFile}.gone`)
    await openKeys(machine.environment.KEYS_URL ?? '')
    await refused(`KEYS_URL: ${machine.keyFile} is not the master key of this database, which has the fingerprint`)
  })

  it('gets none with an object folder that lacks its recordings', async () => {
    await rename(machine.objects, `${machine.objects}.gone`)
    await refused(`OBJECTS_URL: ${machine.objects} lacks recordings of this database, such as ${objectKey}`)
  })

  it('gets none with an empty database', async () => {
    await query('drop schema app cascade')
    const ended = await runToEnd(['serve'], machine.environment)
    const said = `OBJECTS_URL (${machine.objects}) holds recordings, but the database`
    expect(ended).toEqual({ code: 1, said: expect.stringContaining(said) })
    expect(await query(`select from pg_namespace where nspname = 'app'`)).toEqual([])
  })
})
