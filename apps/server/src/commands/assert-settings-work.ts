import { stat } from 'node:fs/promises'
import { folderOf } from '../platform/objects/folder-address.ts'
import { type Settings, SettingsError } from '../platform/settings/index.ts'

/**
 * Checks the folders that the settings name before anything starts. A missing folder passes: whether to create it or to
 * report it depends on whether there is an installation already, which is checked later.
 * @throws SettingsError one line about the first setting that does not work, with the system's error code
 */
export const assertSettingsWork = async ({ home, objectsUrl }: Settings): Promise<void> => {
  await assertFolder('HOLDFAST_HOME', home)
  if (objectsUrl.startsWith('file:')) await assertFolder('OBJECTS_URL', folderOf(objectsUrl))
}

const assertFolder = async (setting: string, folder: string): Promise<void> => {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw new SettingsError(`${setting}: ${folder} can't be used as a folder (${codeOf(error)}).`)
  }
  throw new SettingsError(`${setting}: ${folder} is not a folder.`)
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'no reason told'
