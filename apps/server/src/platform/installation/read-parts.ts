import type { Client } from 'pg'
import { keyFileOf, readFingerprints } from '../keys/index.ts'
import type { StoreMark } from '../objects/store-mark.ts'
import type { Settings } from '../settings/index.ts'
import { placeOf } from './connect-as-owner.ts'
import { readDatabase } from './database-record.ts'
import { readHomeId } from './home-id.ts'
import { InstallationError } from './installation-error.ts'
import type { Parts } from './parts.ts'

const recordingsPrefix = 'recordings/'

/**
 * Reads every part and changes none.
 * @param database connection of the owner, or the state of an embedded database that is not running yet
 */
export const readParts = async (
  settings: Settings,
  mark: StoreMark,
  database: Client | { state: 'new' | 'stopped'; place: string },
): Promise<Parts> => {
  const [homeId, masters, storeId] = await Promise.all([
    readHomeId(settings.home),
    readMasters(settings.keysUrl),
    mark.read(),
  ])
  const isStopped = 'state' in database
  return {
    claimedId: settings.installation ?? null,
    home: { place: settings.home, id: homeId },
    keys: { place: keyFileOf(settings.keysUrl), masters },
    objects: {
      place: mark.place,
      id: storeId,
      holdsRecordings: storeId === null && (await mark.holds(recordingsPrefix)),
    },
    database: isStopped
      ? { place: database.place, found: { state: database.state } }
      : { place: placeOf(database), found: await readDatabase(database, (key) => mark.holds(key)) },
  }
}

const readMasters = async (url: string): Promise<readonly string[] | null> => {
  try {
    return await readFingerprints(url)
  } catch (error) {
    throw new InstallationError(`KEYS_URL: ${error instanceof Error ? error.message : error}.`)
  }
}
