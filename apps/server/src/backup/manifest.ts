import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { CommandFailure } from '../commands/command-failure.ts'
import { isOwnDocument, type Keys } from '../platform/keys/index.ts'

/** Rows of the tables that only grow, or nearly so. */
export const countedTables = ['payloads', 'custody_events', 'user_activities', 'destructions'] as const
const Counts = Type.Record(Type.Enum([...countedTables]), Type.Integer({ minimum: 0 }))
export type Counts = Record<(typeof countedTables)[number], number>

const Manifest = Type.Object({
  format: Type.Literal('holdfast-backup-1'),
  product_version: Type.String(),
  /** The database files open with this major version of PostgreSQL and on this kind of machine only. */
  postgres_version: Type.String(),
  machine: Type.String(),
  installation_id: Type.String({ pattern: '^[0-9A-HJKMNP-TV-Z]{26}$' }),
  /** The fingerprint of the master key that opens it. */
  master_key: Type.String(),
  has_keys: Type.Boolean(),
  begun_at: Type.String(),
  /** The moment whose state the restored database has. */
  database_at: Type.String(),
  ended_at: Type.String(),
  files: Type.Integer(),
  bytes: Type.Integer(),
  /** SHA-256 of the list of files, which has the SHA-256 of each. */
  list_sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** Rows when the copying began and when it ended: what is restored has at least the former and at most the latter. */
  counts: Type.Object({ at_least: Counts, at_most: Counts }),
})
export type Manifest = Static<typeof Manifest>

const isManifest = Compile(Manifest)
const isSigned = Compile(Type.Object({ canonical: Type.String(), signature: Type.String() }))

export const manifestName = 'manifest.json'
export const listName = 'files.jsonl'
export const manifestPurpose = 'manifests of backups'

/**
 * Reads the manifest of a backup, which is written last.
 * @throws CommandFailure if the folder is no complete backup
 */
export const readManifest = async (
  backup: string,
): Promise<{ manifest: Manifest; isSignedBy: (keys: Keys) => boolean }> => {
  const file = path.join(backup, manifestName)
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(`${backup} is no complete backup: ${manifestName} can't be read (${error.code}).`)
  })
  const signed = parsed(text)
  if (!isSigned.Check(signed)) throw new CommandFailure(`${file} is not the manifest of a backup.`)
  const manifest = parsed(signed.canonical)
  if (!isManifest.Check(manifest)) throw new CommandFailure(`${file} is not a manifest that this version can read.`)
  return { manifest, isSignedBy: (keys) => isOwnDocument(keys, manifestPurpose, signed) }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const thisMachine = `${process.platform}-${process.arch}`
