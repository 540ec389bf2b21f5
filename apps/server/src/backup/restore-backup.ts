import { copyFile, readdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from 'pg'
import { CommandFailure } from '../commands/command-failure.ts'
import { makeHome, writeHomeId } from '../core/installation/home-id.ts'
import { makeQuiet } from '../core/installation/quiet.ts'
import { type OpenPlatform, openPlatform } from '../core/open-platform.ts'
import { locatePostgres } from '../embedded/postgres.ts'
import { postgresLocation } from '../embedded/postgres-location.ts'
import { recoverDestructions } from '../modules/destruction/index.ts'
import { currentTermsVersion } from '../modules/session/index.ts'
import { migrate, rolePasswordOf } from '../platform/database/index.ts'
import { type Keys, keyFileOf, openKeys, readFingerprints } from '../platform/keys/index.ts'
import { openStoreJournal, openStoreMark } from '../platform/objects/index.ts'
import { readSettings } from '../platform/settings/index.ts'
import { assertListIntact, copyBack, makePrivate } from './copy-back.ts'
import { countRows, exists } from './copy-database.ts'
import { type Counts, type Manifest, readManifest, thisMachine } from './manifest.ts'

export interface RestoreOptions {
  backup: string
  /** Where it is restored to: a folder that is empty or does not exist. */
  home: string
  /** KEYS_URL of the master key, if the backup does not have it. */
  keysUrl: string
  /** OBJECTS_URL of the live object store. Its journal lists what was destroyed after the backup was made. */
  journalUrl: string | null
  tell: (line: string) => void
}

/** A restored copy that nothing serves. It is quiet, and what the journal names is destroyed. */
export interface RestoredCopy {
  manifest: Manifest
  platform: OpenPlatform
  /** Rows of the database as it was restored, before anything was added. */
  counts: Counts
  /** Batches of destructions that were repeated. */
  replayed: number
  close(): Promise<void>
}

/**
 * Restores a backup and checks each file of it. If that fails, nothing of it remains.
 * @throws CommandFailure, StartFailure, InstallationError
 */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoredCopy> => {
  const { backup, tell } = options
  const { manifest, isSignedBy } = await readManifest(backup)
  assertSameMachine(manifest)
  await assertListIntact(backup, manifest)
  const keyFile = await findKeys(options, manifest)
  const keys = await openKeys(pathToFileURL(keyFile).href)
  if (!isSignedBy(keys)) throw new CommandFailure(`The manifest of ${backup} was changed: its signature is wrong.`)
  await assertJournalBelongs(options.journalUrl, manifest)
  const home = await emptyHome(options.home)
  try {
    tell(`Copying ${manifest.files} files, ${Math.round(manifest.bytes / 1e6)} MB.`)
    await copyBack(backup, manifest, home)
    await copyFile(keyFile, path.join(home, 'master.key'))
    await makePrivate(path.join(home, 'master.key'))
    return await openCopy(options, { home, manifest, keys })
  } catch (error) {
    await removeHome(home)
    throw error
  }
}

const assertSameMachine = ({ machine }: Manifest): void => {
  if (machine === thisMachine) return
  throw new CommandFailure(`The backup was made on ${machine}. Its database does not open on ${thisMachine}.`)
}

/** @throws CommandFailure: without the key, nothing of a backup can be opened */
const findKeys = async ({ backup, keysUrl }: RestoreOptions, { has_keys, master_key }: Manifest): Promise<string> => {
  const file = has_keys ? path.join(path.resolve(backup), 'home/master.key') : keyFileOf(keysUrl)
  const fingerprints = await readFingerprints(pathToFileURL(file).href)
  if (fingerprints === null) {
    throw new CommandFailure(
      `The backup has no master key, and ${file} is missing: name the key with --keys file:/path/to/master.key.`,
    )
  }
  if (!fingerprints.includes(master_key)) {
    throw new CommandFailure(`${file} is not the master key of the backup, which has the fingerprint ${master_key}.`)
  }
  return file
}

const assertJournalBelongs = async (url: string | null, { installation_id }: Manifest): Promise<void> => {
  if (url === null) return
  const mark = await openStoreMark(url)
  const id = await mark.read()
  mark.close()
  if (id === installation_id) return
  throw new CommandFailure(
    `--journal: ${mark.location} is not the object store of installation ${installation_id}, which the backup is of.`,
  )
}

const emptyHome = async (home: string): Promise<string> => {
  if ((await exists(home)) && (await readdir(home)).length > 0) {
    throw new CommandFailure(`${home} is not empty: choose a new folder.`)
  }
  await makeHome(home)
  return realpath(home)
}

/** Also the folder of its database, if that is elsewhere. */
export const removeHome = async (home: string): Promise<void> => {
  if (await exists(path.join(home, 'postgres.json'))) {
    await rm(postgresLocation(home).folder, { recursive: true, force: true })
  }
  await rm(home, { recursive: true, force: true })
}

interface Copy {
  home: string
  manifest: Manifest
  keys: Keys
}

/** Nothing can serve the copy before it is quiet: until then its home has no id. */
const openCopy = async (
  { journalUrl, tell }: RestoreOptions,
  { home, manifest, keys }: Copy,
): Promise<RestoredCopy> => {
  const postgres = await locatePostgres({ home, log: () => {} }).start()
  try {
    tell('The database is consistent.')
    const counts = await silence(postgres.url, keys)
    await copyJournal(journalUrl, home)
    await writeHomeId(home, manifest.installation_id)
    for (const name of ['restored-installation', 'restored-postgres.json']) await rm(path.join(home, name))
    const settings = {
      ...readSettings({ HOLDFAST_HOME: home, HOLDFAST_LOG_LEVEL: 'error' }),
      databaseUrl: postgres.url,
    }
    const platform = await openPlatform({ settings, termsVersion: currentTermsVersion })
    const close = async () => {
      await platform.close()
      await postgres.stop()
    }
    try {
      return { manifest, platform, counts, replayed: await recoverDestructions(platform), close }
    } catch (error) {
      await platform.close()
      throw error
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

const silence = async (url: string, keys: Keys): Promise<Counts> => {
  const owner = new Client({ connectionString: url })
  await owner.connect()
  try {
    const counts = await countRows(owner)
    await migrate(url, rolePasswordOf(keys), { isKeyProven: true })
    await makeQuiet(owner)
    return counts
  } finally {
    await owner.end()
  }
}

/** Adds what the live store has learned since the backup. */
const copyJournal = async (from: string | null, home: string): Promise<void> => {
  if (from === null) return
  const [live, own] = [
    await openStoreJournal(from),
    await openStoreJournal(pathToFileURL(path.join(home, 'objects')).href),
  ]
  try {
    const known = new Set(await own.names())
    for (const name of await live.names()) {
      if (known.has(name)) continue
      const text = await live.read(name)
      if (text !== null) await own.write(name, text)
    }
  } finally {
    live.close()
    own.close()
  }
}
