import { InstallationError } from '../../platform/settings/index.ts'
import type { InstallationParts } from './parts.ts'

const remedy = 'restore it from a backup, or correct'

/**
 * Compares the parts with each other. Changes nothing: call it before anything is created or changed.
 * @throws InstallationError when they do not belong together or one is missing
 */
export const checkParts = (parts: InstallationParts): void => {
  const id = oneId(parts)
  checkDatabase(parts, id)
  checkKeys(parts, id)
  checkObjects(parts, id)
  checkHome(parts, id)
}

const nameOf = ({ home, objects, database, claimedId }: InstallationParts): [name: string, id: string | null][] => [
  ['HOLDFAST_INSTALLATION', claimedId],
  [`HOLDFAST_HOME (${home.location})`, home.id],
  [`the database (${database.location})`, database.found.state === 'named' ? database.found.id : null],
  [`OBJECTS_URL (${objects.location})`, objects.id],
]

/** The id of the parts that have one; `null` when none has. */
const oneId = (parts: InstallationParts): string | null => {
  const named = nameOf(parts).filter(([, id]) => id !== null)
  const [first] = named
  if (!first) return null
  const other = named.find(([, id]) => id !== first[1])
  if (!other) return first[1]
  throw new InstallationError(
    `${first[0]} belongs to installation ${first[1]}, ${other[0]} to installation ${other[1]}: correct the setting that is wrong.`,
  )
}

const checkDatabase = ({ database: { location, found }, objects }: InstallationParts, id: string | null): void => {
  if (id !== null && (found.state === 'new' || found.state === 'unnamed')) {
    const what = found.state === 'new' ? 'is empty' : 'has no id'
    throw new InstallationError(
      `The database (${location}) of installation ${id} ${what}: ${remedy} DATABASE_URL or HOLDFAST_HOME.`,
    )
  }
  if (found.state === 'new' && objects.holdsRecordings) {
    throw new InstallationError(
      `OBJECTS_URL (${objects.location}) holds recordings, but the database (${location}) is empty: restore the database from a backup, or correct DATABASE_URL, HOLDFAST_HOME or OBJECTS_URL.`,
    )
  }
}

const checkKeys = (
  { keys: { location, masters }, database: { found } }: InstallationParts,
  id: string | null,
): void => {
  const whose = id === null ? 'this database' : `installation ${id}`
  if (masters === null) {
    if (id === null && found.state !== 'unnamed') return
    throw new InstallationError(
      `KEYS_URL: the master key ${location} of ${whose} is missing, and without it no recording opens: ${remedy} KEYS_URL or HOLDFAST_HOME.`,
    )
  }
  const needed = found.state === 'named' ? [found.masterKey] : found.state === 'unnamed' ? found.wrappedBy : []
  const unknown = needed.find((fingerprint) => !masters.includes(fingerprint))
  if (unknown !== undefined) {
    throw new InstallationError(
      `KEYS_URL: ${location} is not the master key of ${whose}, which has the fingerprint ${unknown}: ${remedy} KEYS_URL.`,
    )
  }
  const [current] = masters
  if (found.state === 'named' && current !== undefined && found.formerMasterKeys.includes(current)) {
    throw new InstallationError(
      `KEYS_URL: ${location} begins with a master key that was replaced: put the one with the fingerprint ${found.masterKey} first.`,
    )
  }
}

const checkObjects = ({ objects, home, database: { found } }: InstallationParts, id: string | null): void => {
  const isMarked = objects.id !== null
  // While the database is not running, only the home's id shows that the object store got its id, too.
  const isComplete = found.state === 'named' ? found.isComplete : found.state === 'stopped' && home.id !== null
  if (isComplete && !isMarked) {
    throw new InstallationError(
      `OBJECTS_URL: ${objects.location} is not the object store of installation ${id}, or it is gone: ${remedy} OBJECTS_URL or HOLDFAST_HOME.`,
    )
  }
  if (found.state === 'unnamed' && found.lacksObject !== null) {
    throw new InstallationError(
      `OBJECTS_URL: ${objects.location} lacks recordings of this database, such as ${found.lacksObject}: ${remedy} OBJECTS_URL or HOLDFAST_HOME.`,
    )
  }
}

const checkHome = ({ home, claimedId, database: { found } }: InstallationParts, id: string | null): void => {
  if (found.state !== 'named' || !found.isComplete || home.id !== null || claimedId !== null) return
  throw new InstallationError(
    `HOLDFAST_HOME: ${home.location} is not a home of installation ${id}, or it is gone: ${remedy} HOLDFAST_HOME. For a further machine set HOLDFAST_INSTALLATION=${id}.`,
  )
}
