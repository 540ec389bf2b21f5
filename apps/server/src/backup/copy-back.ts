import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { CommandFailure } from '../commands/command-failure.ts'
import { type PostgresLocation, postgresLocation, recordRestored } from '../embedded/postgres-location.ts'
import type { ListEntry } from './backup-writer.ts'
import { copyFile } from './copied-file.ts'
import { listName, type Manifest } from './manifest.ts'

/** @throws CommandFailure if the list of files is not the one of the manifest */
export const assertListIntact = async (backup: string, { list_sha256 }: Manifest): Promise<void> => {
  const hash = createHash('sha256')
  try {
    const list = await open(path.join(backup, listName), 'r')
    for await (const chunk of list.createReadStream()) hash.update(chunk as Buffer)
  } catch (error) {
    throw damaged(listName, (error as NodeJS.ErrnoException).code ?? 'unreadable')
  }
  if (hash.digest('hex') !== list_sha256) throw damaged(listName, 'its SHA-256 is another one')
}

const damaged = (name: string, how: string): CommandFailure =>
  new CommandFailure(`The backup is damaged: ${name} (${how}). Nothing of it was put to use.`)

/**
 * Copies everything to the empty home, and compares each file with the list. Not yet copied: what makes it a home that starts.
 * @throws CommandFailure naming the file that is damaged or missing
 */
export const copyBack = async (backup: string, manifest: Manifest, home: string): Promise<void> => {
  const location = postgresLocation(home)
  await mkdir(location.data, { mode: 0o700 })
  await giveTo(location, location.data)
  const list = await open(path.join(backup, listName), 'r')
  let [files, bytes] = [0, 0]
  try {
    for await (const line of createInterface({ input: list.createReadStream({ autoClose: false }) })) {
      const entry = JSON.parse(line) as ListEntry
      const target = targetOf(entry.path, home, location)
      if (target === null) continue
      if ('is_folder' in entry) await mkdir(target.place, { recursive: true, mode: 0o700 })
      else {
        await copyChecked(path.join(backup, entry.path), target.place, entry)
        files += 1
        bytes += entry.bytes
      }
      if (target.isDatabase) await giveTo(location, target.place)
    }
  } finally {
    await list.close()
  }
  if (files !== manifest.files || bytes !== manifest.bytes)
    throw damaged(listName, 'it has other files than the manifest')
  const { password } = JSON.parse(await readFile(path.join(home, 'restored-postgres.json'), 'utf8')) as {
    password: string
  }
  recordRestored(home, password)
}

const copyChecked = async (source: string, target: string, expected: ListEntry & { sha256: string }): Promise<void> => {
  const copied = await copyFile(source, target)
  if (!copied) throw damaged(expected.path, 'it is missing')
  if (copied.sha256 !== expected.sha256) throw damaged(expected.path, 'its SHA-256 is another one')
}

/** PostgreSQL may run as an account of its own. */
const giveTo = async ({ account }: PostgresLocation, place: string): Promise<void> => {
  if (account) await chown(place, account.uid, account.gid)
}

const homeFiles: Readonly<Record<string, string>> = {
  // The id comes last: a home without it does not start.
  'home/installation': 'restored-installation',
  'home/postgres.json': 'restored-postgres.json',
}

/** @throws CommandFailure if the list leads out of the home */
const targetOf = (
  name: string,
  home: string,
  { data }: PostgresLocation,
): { place: string; isDatabase: boolean } | null => {
  const [part = '', ...rest] = name.split('/')
  const below = rest.join('/')
  if (rest.some((step) => step === '' || step === '.' || step === '..')) throw damaged(listName, `it names ${name}`)
  if (part === 'data') return { place: path.join(data, below), isDatabase: true }
  if (part === 'objects') return { place: path.join(home, 'objects', below), isDatabase: false }
  if (part !== 'home') throw damaged(listName, `it names ${name}`)
  return { place: path.join(home, homeFiles[name] ?? below), isDatabase: false }
}

export const makePrivate = (file: string): Promise<void> => chmod(file, 0o600)
