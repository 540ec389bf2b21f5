import { mkdir, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from '../commands/command-failure.ts'
import { readHomeId } from '../core/installation/home-id.ts'
import { embeddedDatabaseState, ownerPasswordOf, postgresLocation } from '../embedded/postgres-location.ts'
import { keyFileOf, openKeys, readFingerprints, signDocument } from '../platform/keys/index.ts'
import { openStoreMark } from '../platform/objects/index.ts'
import type { Settings } from '../platform/settings/index.ts'
import { version } from '../platform/version.ts'
import { BackupWriter } from './backup-writer.ts'
import { copyDatabase, exists } from './copy-database.ts'
import { withEmbeddedDatabase } from './embedded-database.ts'
import { type Manifest, manifestPurpose, thisMachine } from './manifest.ts'
import { objectsFolderOf } from './objects-folder.ts'

interface BackupOptions {
  folder: string
  withKeys: boolean
  tell: (line: string) => void
}

/** Written in the object folder before they are objects, and the journal, which is copied last. */
const incoming = '~incoming'
const journal = '~destructions'

/**
 * Copies an embedded installation to an empty folder while it runs, or while it stands still: first the database, then the objects, then
 * the journal of destructions. Objects never change, so all that the database names are there, except those that were destroyed
 * meanwhile, which the journal names.
 * @throws CommandFailure, StartFailure
 */
export const makeBackup = async (settings: Settings, { folder, withKeys, tell }: BackupOptions): Promise<Manifest> => {
  const objects = objectsFolderOf(settings)
  const installation_id = await idOf(settings, objects)
  const target = await emptyTarget(folder, settings, objects)
  const keys = await openKeys(settings.keysUrl)
  const begun_at = new Date().toISOString()
  const writer = await BackupWriter.open(target, tell)
  const database = await withEmbeddedDatabase(settings, tell, ({ url, data }) => copyDatabase(url, data, writer))
  tell(`The database is copied as of ${database.database_at}.`)
  await writer.addTree(objects, 'objects', (found) => [incoming, journal].includes(found))
  if (await exists(path.join(objects, journal))) {
    await writer.addTree(path.join(objects, journal), `objects/${journal}`, (found) => found.startsWith('.'))
  }
  await addHome(settings, writer, { installation_id, withKeys })
  const list_sha256 = await writer.endList()
  const manifest: Manifest = {
    format: 'holdfast-backup-1',
    product_version: version,
    machine: thisMachine,
    installation_id,
    master_key: keys.fingerprint,
    has_keys: withKeys,
    begun_at,
    ended_at: new Date().toISOString(),
    files: writer.files,
    bytes: writer.bytes,
    list_sha256,
    ...database,
  }
  await writer.finish(signDocument(keys, manifestPurpose, manifest))
  return manifest
}

/** The id that the home, the object folder and a complete installation have in common. */
const idOf = async (settings: Settings, objects: string): Promise<string> => {
  const id = await readHomeId(settings.home)
  const mark = await openStoreMark(settings.objectsUrl)
  const marked = await mark.read()
  mark.close()
  if (id === null || embeddedDatabaseState(settings.home) === 'new') {
    throw new CommandFailure(`HOLDFAST_HOME: there is no installation in ${settings.home}.`)
  }
  if (marked !== id) throw new CommandFailure(`OBJECTS_URL: ${objects} is not the object store of installation ${id}.`)
  // Opening a missing key would make a new one.
  if ((await readFingerprints(settings.keysUrl)) === null) {
    throw new CommandFailure(`KEYS_URL: the master key ${keyFileOf(settings.keysUrl)} is missing.`)
  }
  return id
}

/**
 * Makes the folder. It may exist if it is empty.
 * @throws CommandFailure if it has something in it, or is within the installation
 */
const emptyTarget = async (folder: string, { home }: Settings, objects: string): Promise<string> => {
  const database = postgresLocation(path.resolve(home)).folder
  const parent = await realpath(await existingParent(path.resolve(folder)))
  for (const part of [home, objects, database]) {
    const own = await realpath(part)
    if (parent === own || parent.startsWith(own + path.sep)) {
      throw new CommandFailure(`${folder} is within ${part}, which it is to be a backup of: choose another place.`)
    }
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new CommandFailure(`${folder} is not empty: choose a new folder.`)
  return realpath(folder)
}

const existingParent = async (folder: string): Promise<string> =>
  (await exists(folder)) ? folder : existingParent(path.dirname(folder))

const addHome = async (
  { home, keysUrl }: Settings,
  writer: BackupWriter,
  { installation_id, withKeys }: { installation_id: string; withKeys: boolean },
): Promise<void> => {
  await writer.addFolder('home')
  await writer.addText('home/installation', `${installation_id}\n`)
  await writer.addText('home/postgres.json', JSON.stringify({ password: ownerPasswordOf(home) }))
  if (await exists(path.join(home, 'demo'))) await writer.addTree(path.join(home, 'demo'), 'home/demo')
  if (withKeys) await writer.addFile(keyFileOf(keysUrl), 'home/master.key')
}
