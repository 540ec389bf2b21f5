import { InstallationError } from './installation-error.ts'
import type { Parts } from './parts.ts'

const remedy = 'restore it from a backup, or correct'

/**
 * Compares the parts with each other. Changes nothing: call it before anything is created or changed.
 * @throws InstallationError when they do not belong together or one is missing
 */
export const judgeParts = (parts: Parts): void => {
  const id = oneId(parts)
  judgeDatabase(parts, id)
  judgeKeys(parts, id)
  judgeObjects(parts, id)
  judgeHome(parts, id)
}

const nameOf = ({ home, objects, database, claimedId }: Parts): [name: string, id: string | null][] => [
  ['HOLDFAST_INSTALLATION', claimedId],
  [`HOLDFAST_HOME (${home.place})`, home.id],
  [`the database (${database.place})`, database.found.state === 'named' ? database.found.id : null],
  [`OBJECTS_URL (${objects.place})`, objects.id],
]

/** The id of the parts that have one; `null` when none has. */
const oneId = (parts: Parts): string | null => {
  const named = nameOf(parts).filter(([, id]) => id !== null)
  const [first] = named
  if (!first) return null
  const other = named.find(([, id]) => id !== first[1])
  if (!other) return first[1]
  throw new InstallationError(
    `${first[0]} belongs to installation ${first[1]}, ${other[0]} to installation ${other[1]}: correct the setting that is wrong.`,
  )
}

const judgeDatabase = ({ database: { place, found }, objects }: Parts, id: string | null): void => {
  if (id !== null && (found.state === 'new' || found.state === 'unnamed')) {
    const what = found.state === 'new' ? 'is empty' : 'has no id'
    throw new InstallationError(
      `The database (${place}) of installation ${id} ${what}: ${remedy} DATABASE_URL or HOLDFAST_HOME.`,
    )
  }
  if (found.state === 'new' && objects.holdsRecordings) {
    throw new InstallationError(
      `OBJECTS_URL (${objects.place}) holds recordings, but the database (${place}) is empty: restore the database from a backup, or correct DATABASE_URL, HOLDFAST_HOME or OBJECTS_URL.`,
    )
  }
}

const judgeKeys = ({ keys: { place, masters }, database: { found } }: Parts, id: string | null): void => {
  const whose = id === null ? 'this database' : `installation ${id}`
  if (masters === null) {
    if (id === null && found.state !== 'unnamed') return
    throw new InstallationError(
      `KEYS_URL: the master key ${place} of ${whose} is missing, and without it no recording opens: ${remedy} KEYS_URL or HOLDFAST_HOME.`,
    )
  }
  const needed = found.state === 'named' ? [found.masterKey] : found.state === 'unnamed' ? found.wrappedBy : []
  const unknown = needed.find((fingerprint) => !masters.includes(fingerprint))
  if (unknown !== undefined) {
    throw new InstallationError(
      `KEYS_URL: ${place} is not the master key of ${whose}, which has the fingerprint ${unknown}: ${remedy} KEYS_URL.`,
    )
  }
  const [current] = masters
  if (found.state === 'named' && current !== undefined && found.formerMasterKeys.includes(current)) {
    throw new InstallationError(
      `KEYS_URL: ${place} begins with a master key that was replaced: put the one with the fingerprint ${found.masterKey} first.`,
    )
  }
}

const judgeObjects = ({ objects, home, database: { found } }: Parts, id: string | null): void => {
  const isMarked = objects.id !== null
  // While the database is not running, only the home's id shows that the object store got its id, too.
  const isComplete = found.state === 'named' ? found.isComplete : found.state === 'stopped' && home.id !== null
  if (isComplete && !isMarked) {
    throw new InstallationError(
      `OBJECTS_URL: ${objects.place} is not the object store of installation ${id}, or it is gone: ${remedy} OBJECTS_URL or HOLDFAST_HOME.`,
    )
  }
  if (found.state === 'unnamed' && found.lacksObject !== null) {
    throw new InstallationError(
      `OBJECTS_URL: ${objects.place} lacks recordings of this database, such as ${found.lacksObject}: ${remedy} OBJECTS_URL or HOLDFAST_HOME.`,
    )
  }
}

const judgeHome = ({ home, claimedId, database: { found } }: Parts, id: string | null): void => {
  if (found.state !== 'named' || !found.isComplete || home.id !== null || claimedId !== null) return
  throw new InstallationError(
    `HOLDFAST_HOME: ${home.place} is not a home of installation ${id}, or it is gone: ${remedy} HOLDFAST_HOME. For a further machine set HOLDFAST_INSTALLATION=${id}.`,
  )
}
