import type { MigrationFileKind } from '@holdfast/contract'
import type { Platform } from '../../../core/platform.ts'
import { kindOfFile } from '../../migration-files/index.ts'
import { type ExportPart, exportsPrefix, openParts, partsOfExport } from './export-parts.ts'

/** A whole file of an export. */
export interface ExportFile {
  file_name: string
  kind: MigrationFileKind | null
  bytes: number
  read(): AsyncIterable<Uint8Array>
}

type Parts = Pick<Platform, 'database' | 'objects' | 'clientKeys'>

/** The files of one export, by name. */
export const filesOfExport = async (platform: Parts, client: string, folder: string): Promise<ExportFile[]> =>
  (await readExports(platform, client, folder)).get(folder) ?? []

/** The files of these exports of an account, or of all, by folder. */
export const filesOfExports = async (
  platform: Parts,
  client: string,
  folders: readonly string[] | undefined,
): Promise<Map<string, ExportFile[]>> => {
  if (!folders) return readExports(platform, client, null)
  const exports = new Map<string, ExportFile[]>()
  for (const folder of folders) {
    const files = await filesOfExport(platform, client, folder)
    if (files.length > 0) exports.set(folder, files)
  }
  return exports
}

/** If a file was put into the store and uploaded as well, the uploaded one counts. A file of which parts are missing is left out. */
const readExports = async (
  platform: Parts,
  client: string,
  folder: string | null,
): Promise<Map<string, ExportFile[]>> => {
  const exports = new Map<string, Map<string, ExportFile>>()
  const add = (of: string, file: ExportFile): void => {
    exports.set(of, (exports.get(of) ?? new Map<string, ExportFile>()).set(file.file_name, file))
  }
  const prefix = exportsPrefix(client)
  for await (const { key, bytes } of platform.objects.list(folder === null ? prefix : `${prefix}${folder}/`)) {
    const [of = '', ...path] = key.slice(prefix.length).split('/')
    const file_name = path.join('/')
    if (file_name === '' || of.includes('.')) continue
    add(of, { file_name, kind: kindOfFile(file_name), bytes, read: () => stored(platform, key) })
  }
  const parts = await platform.database.read(client, (tx) => partsOfExport(tx, folder))
  for (const ofFile of Map.groupBy(parts, (part) => `${part.folder}/${part.file_name}`).values()) {
    const [first] = ofFile
    if (first && ofFile.length === first.parts) add(first.folder, uploadedFile(platform, first.file_name, ofFile))
  }
  return new Map([...exports].map(([of, files]) => [of, [...files.values()].sort(byName)]))
}

const byName = (one: ExportFile, other: ExportFile): number => (one.file_name < other.file_name ? -1 : 1)

async function* stored({ objects }: Pick<Platform, 'objects'>, key: string): AsyncGenerator<Uint8Array> {
  yield* await objects.get(key)
}

const uploadedFile = (platform: Parts, file_name: string, parts: readonly ExportPart[]): ExportFile => ({
  file_name,
  kind: kindOfFile(file_name),
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  read: () => openParts(platform, parts),
})

/** The files of an export by whether a run reads their rows; other files belong to rows. */
export const isReadOf = (files: readonly ExportFile[]): ((file: ExportFile) => boolean) => {
  const hasPayloads = files.some(({ kind }) => kind === 'payloads')
  return ({ kind }) => kind !== 'media' && !(kind === 'recorder' && hasPayloads)
}

/** Shows whether files came or changed since a run read them. */
export interface ExportTotals {
  files: number
  /** Of the files whose rows are read. */
  bytes_total: number
}

export const totalsOf = (files: readonly ExportFile[]): ExportTotals => ({
  files: files.length,
  bytes_total: files.filter(isReadOf(files)).reduce((sum, { bytes }) => sum + bytes, 0),
})
