import type { Client } from 'pg'
import { keyFileOf, readFingerprints } from '../../platform/keys/index.ts'
import type { StoreMark } from '../../platform/objects/index.ts'
import { InstallationError, type Settings } from '../../platform/settings/index.ts'
import { locationOf } from './connect-as-owner.ts'
import { readDatabase } from './database-record.ts'
import { readHomeId } from './home-id.ts'
import type { InstallationParts } from './parts.ts'

const recordingsPrefix = 'recordings/'

/**
 * Reads every part and changes none.
 * @param database connection of the owner, or the state of an embedded database that is not running yet
 */
export const readParts = async (
  settings: Settings,
  mark: StoreMark,
  database: Client | { state: 'new' | 'stopped'; location: string },
): Promise<InstallationParts> => {
  const [homeId, masters, storeId] = await Promise.all([
    readHomeId(settings.home),
    readMasters(settings.keysUrl),
    mark.read(),
  ])
  const isStopped = 'state' in database
  return {
    claimedId: settings.installation ?? null,
    home: { location: settings.home, id: homeId },
    keys: { location: keyFileOf(settings.keysUrl), masters },
    objects: {
      location: mark.location,
      id: storeId,
      holdsRecordings: storeId === null && (await mark.holds(recordingsPrefix)),
    },
    database: isStopped
      ? { location: database.location, found: { state: database.state } }
      : { location: locationOf(database), found: await readDatabase(database, (key) => mark.holds(key)) },
  }
}

const readMasters = async (url: string): Promise<readonly string[] | null> => {
  try {
    return await readFingerprints(url)
  } catch (error) {
    throw new InstallationError(`KEYS_URL: ${error instanceof Error ? error.message : error}.`)
  }
}
