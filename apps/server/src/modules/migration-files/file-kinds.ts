import type { MigrationFileKind, MigrationTable } from '@holdfast/contract'
import { readRecorderName } from './recorder-names.ts'

export type TableKind = Extract<MigrationFileKind, MigrationTable>

const table = /^(groups|users|devices|payloads|totals)(?:[-_.].*)?\.(?:csv|tsv|ndjson|jsonl)$/i
const media =
  /\.(?:m4a|mp4|amr|awb|3gpp?|og[ag]|opus|mp3|wav|aac|flac|webm|mov|jpe?g|png|hei[cf]|webp|json|txt|log|zip|gz|hfe)$/i

/** Whether it is a table whose first line names its columns. */
export const hasTitle = (fileName: string): boolean =>
  /\.(?:csv|tsv)$/i.test(fileName) && table.test(splitName(fileName).name)

/** Returns `null` for a file that no part of an export has. A recorder's file may also be content that a row of payloads names. */
export const kindOfFile = (fileName: string): MigrationFileKind | null => {
  const { name } = splitName(fileName)
  const kind = table.exec(name)?.[1]?.toLowerCase()
  if (kind) return kind as TableKind
  if (/\.xml$/i.test(name)) return 'sms_backup'
  if (readRecorderName(name)) return 'recorder'
  return media.test(name) ? 'media' : null
}

/**
 * The device user whose backup or recording a file is: the folder it lies in, or what its name says before two underscores, as
 * in `jane.doe/sms-20240101.xml` and `jane.doe__sms-20240101.xml`.
 */
export const ownerOfFile = (fileName: string): string | null => splitName(fileName).owner

export const splitName = (fileName: string): { owner: string | null; name: string } => {
  const path = fileName.split('/').filter((part) => part !== '' && part !== '.')
  const last = path.at(-1) ?? ''
  const folder = path.at(-2) ?? null
  const at = last.indexOf('__')
  return at > 0 ? { owner: last.slice(0, at), name: last.slice(at + 2) } : { owner: folder, name: last }
}
