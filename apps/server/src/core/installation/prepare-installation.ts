import type { Client } from 'pg'
import { migrate, rolePasswordOf } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { type Keys, openKeys } from '../../platform/keys/index.ts'
import { openStoreMark, type StoreMark } from '../../platform/objects/index.ts'
import { InstallationError, type Settings } from '../../platform/settings/index.ts'
import { checkParts } from './check-parts.ts'
import { connectAsOwner } from './connect-as-owner.ts'
import { completeRecord, insertRecord, lockInstallation, replaceMasterKey } from './database-record.ts'
import { makeHome, writeHomeId } from './home-id.ts'
import type { FoundDatabase, InstallationParts } from './parts.ts'
import { readParts } from './read-parts.ts'

export interface PreparedInstallation {
  /** The id of all its parts. */
  id: string
  keys: Keys
}

/**
 * Checks that home, database, object store and master key belong to one installation before anything is changed. Creates
 * them when none of them exists, and migrates the database to the current schema.
 * @throws InstallationError, SettingsError one line: what does not fit, where, and what to do
 */
export const prepareInstallation = async (
  settings: Settings & { databaseUrl: string },
): Promise<PreparedInstallation> => {
  const mark = await openStoreMark(settings.objectsUrl)
  const owner = await connectAsOwner(settings.databaseUrl)
  try {
    await lockInstallation(owner)
    const parts = await readParts(settings, mark, owner)
    checkParts(parts)
    const { found } = parts.database
    const isComplete = found.state === 'named' && found.isComplete
    if (!isComplete) await makeHome(settings.home)
    const keys = await openMasterKey(settings.keysUrl)
    if (found.state === 'named') await replaceMasterKey(owner, keys.fingerprint)
    await migrate(settings.databaseUrl, rolePasswordOf(keys), { isKeyProven: isProven(found) })
    if (isComplete && parts.home.id !== null) return { id: found.id, keys }
    const id = await nameParts(owner, parts, mark, keys)
    // Another installation may have claimed the same folder or bucket meanwhile.
    checkParts(await readParts(settings, mark, owner))
    await completeRecord(owner)
    return { id, keys }
  } finally {
    mark.close()
    await owner.end()
  }
}

const openMasterKey = async (url: string): Promise<Keys> => {
  try {
    return await openKeys(url)
  } catch (error) {
    throw new InstallationError(`KEYS_URL: ${error instanceof Error ? error.message : error}.`)
  }
}

/** Whether something in the database proves that the master key is the right one. */
const isProven = (found: FoundDatabase): boolean =>
  found.state === 'named' || (found.state === 'unnamed' && found.wrappedBy.length > 0)

/** Names the database first: after an interruption, the next start finds the same id there and continues. */
const nameParts = async (owner: Client, parts: InstallationParts, mark: StoreMark, keys: Keys): Promise<string> => {
  const { home, database, objects } = parts
  const { found } = database
  const id = found.state === 'named' ? found.id : newId()
  if (found.state !== 'named') await insertRecord(owner, id, keys.fingerprint)
  if (objects.id === null) await mark.write(id)
  await makeHome(home.location)
  await writeHomeId(home.location, id)
  return id
}
