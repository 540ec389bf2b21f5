import { openStoreMark } from '../../platform/objects/index.ts'
import type { Settings } from '../../platform/settings/index.ts'
import { checkParts } from './check-parts.ts'
import { connectAsOwner } from './connect-as-owner.ts'
import { readParts } from './read-parts.ts'

/**
 * Compares the parts and creates none. Call it before creating a folder or a database ahead of `prepareInstallation`.
 * @param embedded the state of the embedded database, which is not running; unused where DATABASE_URL names another
 * @throws InstallationError, SettingsError one line
 */
export const assertPartsMatch = async (settings: Settings, embedded: () => 'new' | 'stopped'): Promise<void> => {
  const { databaseUrl, home, objectsUrl } = settings
  const mark = await openStoreMark(objectsUrl)
  const owner = databaseUrl === undefined ? null : await connectAsOwner(databaseUrl)
  try {
    const database = owner ?? { state: embedded(), location: `the embedded one of ${home}` }
    checkParts(await readParts(settings, mark, database))
  } finally {
    mark.close()
    await owner?.end()
  }
}
