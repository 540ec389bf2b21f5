import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandFailure } from '../commands/command-failure.ts'
import type { Settings } from '../platform/settings/index.ts'

const seeDocument = 'docs/operations/backup.md says how it is backed up with its own tools.'

/** @throws CommandFailure if a part of the installation is not embedded */
export const objectsFolderOf = ({ databaseUrl, objectsUrl }: Settings): string => {
  if (databaseUrl !== undefined) throw new CommandFailure(`DATABASE_URL names a PostgreSQL of your own: ${seeDocument}`)
  if (!objectsUrl.startsWith('file:')) throw new CommandFailure(`OBJECTS_URL names a store of your own: ${seeDocument}`)
  return path.resolve(objectsUrl.startsWith('file://') ? fileURLToPath(objectsUrl) : objectsUrl.slice('file:'.length))
}
