import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TestDatabase, testDatabase } from './database.ts'
import { freePort } from './loopback.ts'

/**
 * The settings and paths of an installation with the operator's own PostgreSQL. Only the database and the key file
 * exist yet.
 */
export interface PreparedInstallation {
  folder: string
  home: string
  keyFile: string
  objects: string
  database: TestDatabase
  /** Settings for its processes. */
  environment: { [name: string]: string }
  remove(): Promise<void>
}

/** @param template that its database is cloned from; `template0` for an empty one */
export const prepareInstallation = async (template?: string): Promise<PreparedInstallation> => {
  const [folder, database, port] = await Promise.all([
    mkdtemp(path.join(tmpdir(), 'holdfast-machine-')),
    testDatabase(template),
    freePort(),
  ])
  const [home, keyFile, objects] = ['home', 'keys/master.key', 'objects'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(path.dirname(keyFile))
  await copyFile(fileURLToPath(database.keysUrl), keyFile)
  return {
    folder,
    home,
    keyFile,
    objects,
    database,
    environment: {
      HOLDFAST_HOME: home,
      HOLDFAST_PORT: String(port),
      DATABASE_URL: database.ownerUrl,
      KEYS_URL: `file://${keyFile}`,
      OBJECTS_URL: `file://${objects}`,
    },
    remove: async () => {
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
