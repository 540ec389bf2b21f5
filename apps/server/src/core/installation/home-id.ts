import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createOnce } from '../../platform/create-once.ts'
import { SettingsError } from '../../platform/settings/index.ts'

const fileName = 'installation'

/** The id of the installation that this home belongs to; `null` when it has none or does not exist. */
export const readHomeId = async (home: string): Promise<string | null> => {
  try {
    return (await readFile(path.join(home, fileName), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw unusable(home, error)
  }
}

/** Other users of the machine can pass through the home (0711), because PostgreSQL runs as its own account. */
export const makeHome = async (home: string): Promise<void> => {
  await mkdir(home, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw unusable(home, error)
  })
}

export const writeHomeId = async (home: string, id: string): Promise<void> => {
  await createOnce(path.join(home, fileName), `${id}\n`).catch((error: unknown) => {
    throw unusable(home, error)
  })
}

const unusable = (home: string, error: unknown): SettingsError =>
  new SettingsError(
    `HOLDFAST_HOME: ${home} can't be used as a folder (${(error as NodeJS.ErrnoException).code ?? 'no reason told'}).`,
  )
