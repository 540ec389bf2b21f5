import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openKeys } from '../../apps/server/src/platform/keys/index.ts'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { runProduct, runRefused } from '../setup/run-product.ts'

/** The home holds the database and the key; the recordings are in another folder. */
let folder: string
let home: string
let objects: string
const environment = () => ({ ...inheritedEnvironment(), HOLDFAST_HOME: home, OBJECTS_URL: `file://${objects}` })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-embedded-'))
  chmodSync(folder, 0o711) // PostgreSQL may run as another user, which has to reach its folder
  home = path.join(folder, 'home')
  objects = path.join(folder, 'objects')
  await (await runProduct(home, environment())).stop()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Moves a file or folder away until the test is over. */
const moveAside = async (location: string): Promise<void> => {
  await rename(location, `${location}.aside`)
  onTestFinished(async () => {
    await rm(location, { recursive: true, force: true })
    await rename(`${location}.aside`, location)
  })
}

const listFiles = () => (readdirSync(folder, { recursive: true }) as string[]).sort()
const inHome = (name: string) => path.join(home, name)

describe('npm start on an existing installation', () => {
  it.each<[string, () => Promise<unknown>, () => string]>([
    [
      'its data folder',
      () => moveAside(inHome('postgres/data')),
      () =>
        `The database in ${inHome('postgres/data')} is missing: restore it from a backup, or correct HOLDFAST_HOME.`,
    ],
    [
      'the record of its database',
      () => moveAside(inHome('postgres.json')),
      () => `${inHome('postgres.json')} is missing, and with it the password of the database`,
    ],
    [
      'its key',
      () => moveAside(inHome('master.key')),
      () => `KEYS_URL: the master key ${inHome('master.key')} of installation`,
    ],
    ['its object folder', () => moveAside(objects), () => `OBJECTS_URL: ${objects} is not the object store of`],
    [
      'the content of its object folder',
      async () => {
        await moveAside(objects)
        await mkdir(objects)
      },
      () => `OBJECTS_URL: ${objects} is not the object store of`,
    ],
    ['its home', () => moveAside(home), () => `The database (the embedded one of ${home}) of installation`],
  ])(
    'without %s ends with an explanation of one line, and creates nothing',
    async (_what, causeFault, expectedOutput) => {
      await causeFault()
      const before = listFiles()
      const ended = await runRefused(environment())
      expect(ended).toEqual({ code: 1, output: expect.stringContaining(expectedOutput()) })
      expect(ended.output.match(/\n/g)).toHaveLength(1)
      expect(listFiles()).toEqual(before)
    },
  )

  it('with another key ends with an explanation of one line', async () => {
    await moveAside(inHome('master.key'))
    await openKeys(`file:${inHome('master.key')}`)
    const expectedOutput = `KEYS_URL: ${inHome('master.key')} is not the master key of installation`
    expect(await runRefused(environment())).toEqual({ code: 1, output: expect.stringContaining(expectedOutput) })
  })

  it('in a home that lost its installation id ends with an explanation of one line', async () => {
    await moveAside(inHome('installation'))
    const expectedOutput = `HOLDFAST_HOME: ${home} is not a home of installation`
    expect(await runRefused(environment())).toEqual({ code: 1, output: expect.stringContaining(expectedOutput) })
    expect(existsSync(inHome('installation'))).toBe(false)
  })

  it('works again once everything is back in its place', async () => {
    const product = await runProduct(home, environment())
    expect(await product.stop()).toBe(0)
  })
})
