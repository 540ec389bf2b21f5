import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Settings, SettingsError } from '../platform/settings/index.ts'

/** As long as a server that is there takes to answer. */
const connectionTimeoutMillis = 10_000

/**
 * Tries what settings name and this machine may not have, before anything is started with it.
 * @throws SettingsError one line for the first setting that does not work, with the system's word for why
 */
export const assertSettingsWork = async ({ home, objectsUrl, databaseUrl }: Settings): Promise<void> => {
  await assertFolder('HOLDFAST_HOME', home)
  if (objectsUrl.startsWith('file:')) await assertFolder('OBJECTS_URL', fileURLToPath(objectsUrl))
  if (databaseUrl) await assertDatabase(databaseUrl)
}

const assertFolder = async (setting: string, folder: string): Promise<void> => {
  try {
    if ((await stat(folder)).isDirectory()) return
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return makeFolder(setting, folder)
    throw new SettingsError(`${setting}: ${folder} can't be used as a folder (${codeOf(error)}).`)
  }
  throw new SettingsError(`${setting}: ${folder} is not a folder.`)
}

const makeFolder = async (setting: string, folder: string): Promise<void> => {
  try {
    // Others of this machine pass through it: PostgreSQL runs as a user of its own.
    await mkdir(folder, { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new SettingsError(`${setting}: the folder ${folder} can't be made (${codeOf(error)}).`)
  }
}

/** Never tells the address as it is: it holds a password. */
const assertDatabase = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis })
  try {
    await client.connect()
  } catch (error) {
    const at = `${client.host}:${client.port}`
    const why = error instanceof Error ? error.message || codeOf(error) : String(error)
    throw new SettingsError(`DATABASE_URL: PostgreSQL at ${at} can't be used (${why}).`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'no reason told'
