import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openKeys } from '../../apps/server/src/platform/keys/index.ts'
import { serveHere } from '../setup/holdfast-command.ts'
import { type PreparedInstallation, prepareInstallation } from '../setup/prepared-installation.ts'
import { runPart, runToEnd } from '../setup/run-part.ts'

const createAccount = 'client create acme --name Acme --administrator ann --administrator-email ann@acme.example'.split(
  ' ',
)

let installation: PreparedInstallation
let other: PreparedInstallation
let id: string
let otherId: string
beforeAll(async () => {
  ;[installation, other] = await Promise.all([prepareInstallation(), prepareInstallation()])
  for (const each of [installation, other]) expect(await serveHere(each.environment)).toMatchObject({ code: 0 })
  id = idOf(installation)
  otherId = idOf(other)
})
afterAll(() => Promise.all([installation?.remove(), other?.remove()]))

const idOf = ({ home }: PreparedInstallation): string => readFileSync(path.join(home, 'installation'), 'utf8').trim()

const query = async (url: string, text: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const onDatabase = (name: string): string => {
  const url = new URL(installation.database.ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Everything that a start could create or change: files, the installation's row, and the passwords of running
 * processes.
 */
const stateOf = async ({ folder, database }: PreparedInstallation) => ({
  files: (readdirSync(folder, { recursive: true }) as string[]).sort(),
  record: await query(database.ownerUrl, 'select * from app.installation'),
  asApp: await query(database.appUrl, 'select current_user as name'),
})

/** Moves a folder away until the test is over. */
const moveAside = async (location: string): Promise<undefined> => {
  await rename(location, `${location}.aside`)
  onTestFinished(async () => {
    await rm(location, { recursive: true, force: true })
    await rename(`${location}.aside`, location)
  })
}

describe('an existing installation refuses to start', () => {
  /** How to cause the fault, which also returns the settings for the start; and the expected explanation. */
  const faults: [
    name: string,
    causeFault: () => Promise<Record<string, string> | undefined>,
    expectedOutput: () => string,
  ][] = [
    [
      'without its key',
      () => moveAside(installation.keyFile),
      () =>
        `KEYS_URL: the master key ${installation.keyFile} of installation ${id} is missing, and without it no recording opens: restore it from a backup, or correct KEYS_URL or HOLDFAST_HOME.`,
    ],
    [
      'with another key',
      async () => {
        await moveAside(installation.keyFile)
        await openKeys(`file:${installation.keyFile}`)
      },
      () => `KEYS_URL: ${installation.keyFile} is not the master key of installation ${id}, which has the fingerprint `,
    ],
    [
      'without its object folder',
      () => moveAside(installation.objects),
      () =>
        `OBJECTS_URL: ${installation.objects} is not the object store of installation ${id}, or it is gone: restore it`,
    ],
    [
      'with an empty object folder, as while its disk is not mounted',
      async () => {
        await moveAside(installation.objects)
        await mkdir(installation.objects)
      },
      () =>
        `OBJECTS_URL: ${installation.objects} is not the object store of installation ${id}, or it is gone: restore it`,
    ],
    [
      'with the object folder of another',
      async () => ({ OBJECTS_URL: other.environment.OBJECTS_URL ?? '' }),
      () => `OBJECTS_URL (${other.objects}) to installation ${otherId}: correct the setting that is wrong.`,
    ],
    [
      'without its home',
      () => moveAside(installation.home),
      () => `HOLDFAST_HOME: ${installation.home} is not a home of installation ${id}, or it is gone: restore it`,
    ],
    [
      'with the home of another',
      async () => ({ HOLDFAST_HOME: other.home }),
      () => `HOLDFAST_HOME (${other.home}) belongs to installation ${otherId}, the database (`,
    ],
    [
      'with the database of another',
      async () => ({ DATABASE_URL: other.environment.DATABASE_URL ?? '' }),
      () => `HOLDFAST_HOME (${installation.home}) belongs to installation ${id}, the database (`,
    ],
    [
      'with an empty database',
      async () => ({ DATABASE_URL: onDatabase('postgres') }),
      () => `The database (postgres at `,
    ],
  ]

  it.each(faults)(
    '%s, with an explanation of one line, and creates or changes nothing',
    async (_what, causeFault, expectedOutput) => {
      const settings = await causeFault()
      const before = await stateOf(installation)
      const ended = await serveHere({ ...installation.environment, ...settings })
      expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(expectedOutput()) })
      expect(ended.stderr.match(/\n/g)).toHaveLength(1)
      expect(await stateOf(installation)).toEqual(before)
    },
  )

  it.each([['start'], ['serve'], ['work'], createAccount])('with any command: %s', async (...command) => {
    await moveAside(installation.keyFile)
    await moveAside(installation.home)
    const before = await stateOf(installation)
    const ended = await runToEnd(command, installation.environment)
    expect(ended).toEqual({
      code: 1,
      output: expect.stringMatching(/^KEYS_URL: the master key .* is missing[^\n]*\n$/),
    })
    expect(await stateOf(installation)).toEqual(before)
  })

  it('but starts again once everything is back in its place', async () => {
    expect((await runToEnd(createAccount, installation.environment)).output).toContain(
      'The account acme (Acme) is open',
    )
  })
})

describe('a further machine', () => {
  const further = (settings: object = {}) => ({
    ...installation.environment,
    HOLDFAST_HOME: path.join(installation.folder, 'further'),
    HOLDFAST_PORT: other.environment.HOLDFAST_PORT,
    ...settings,
  })

  it('with another key changes nothing, and the running machine is unaffected', async () => {
    const keysUrl = `file://${path.join(other.folder, 'their.key')}`
    await openKeys(keysUrl)
    const running = await runPart('serve', installation.environment)
    onTestFinished(async () => void (await running.stop()))
    const before = await stateOf(installation)
    const { code, output } = await runToEnd(['serve'], further({ KEYS_URL: keysUrl, HOLDFAST_INSTALLATION: id }))
    expect([code, output]).toEqual([1, expect.stringContaining(`is not the master key of installation ${id}`)])
    expect(await stateOf(installation)).toEqual(before)
    const ready = await fetch(`http://127.0.0.1:${installation.environment.HOLDFAST_PORT}/readyz`)
    expect(ready.status).toBe(200)
  })

  it("joins when it is told the installation's id, which it needs only once", async () => {
    await expect(runPart('work', further())).rejects.toThrow(`For a further machine set HOLDFAST_INSTALLATION=${id}.`)
    for (const settings of [{ HOLDFAST_INSTALLATION: id }, {}]) {
      expect(await (await runPart('work', further(settings))).stop()).toMatchObject({ code: 0 })
    }
  })

  it('does not join another installation', async () => {
    const { code, output } = await runToEnd(['work'], {
      ...installation.environment,
      HOLDFAST_INSTALLATION: otherId,
    })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^HOLDFAST_INSTALLATION belongs to installation \S+, HOLDFAST_HOME/),
    ])
  })
})

it('a new installation does not take over login roles that another one uses', async () => {
  const before = await stateOf(installation)
  const name = `fresh_${path.basename(other.folder).replace(/\W/g, '').toLowerCase()}`
  await query(installation.database.ownerUrl, `create database ${name}`)
  onTestFinished(async () => void (await query(installation.database.ownerUrl, `drop database ${name}`)))
  const fresh = path.join(other.folder, 'fresh')
  const { code, output } = await runToEnd(['serve'], {
    HOLDFAST_HOME: fresh,
    DATABASE_URL: onDatabase(name),
  })
  expect([code, output]).toEqual([1, expect.stringContaining('This PostgreSQL serves another installation (database ')])
  expect(await stateOf(installation)).toEqual(before)
})

it('processes that start a new installation at the same time create one only', async () => {
  const fresh = await prepareInstallation()
  onTestFinished(() => fresh.remove())
  const parts = await Promise.all(['serve', 'work', 'work'].map((command) => runPart(command, fresh.environment)))
  await Promise.all(parts.map((part) => part.stop()))
  const [record] = await query(
    fresh.database.ownerUrl,
    'select installation_id as id, completed_at from app.installation',
  )
  expect(record).toEqual({ id: idOf(fresh), completed_at: expect.any(Date) })
  expect(readFileSync(path.join(fresh.objects, '~installation'), 'utf8').trim()).toBe(idOf(fresh))
})
