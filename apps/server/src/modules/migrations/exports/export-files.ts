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

/**
 * The files of an export, by name. Of files that the customer put there and uploaded, too, the uploaded ones count. A file of which parts
 * are missing is not listed.
 */
export const filesOfExport = async (platform: Parts, client: string, folder: string): Promise<ExportFile[]> => {
  const files = new Map<string, ExportFile>()
  const prefix = `${exportsPrefix(client)}${folder}/`
  for await (const { key, bytes } of platform.objects.list(prefix)) {
    const file_name = key.slice(prefix.length)
    files.set(file_name, { file_name, kind: kindOfFile(file_name), bytes, read: () => stored(platform, key) })
  }
  const parts = await platform.database.read(client, (tx) => partsOfExport(tx, folder))
  for (const [file_name, ofFile] of Map.groupBy(parts, (part) => part.file_name)) {
    if (isComplete(ofFile)) files.set(file_name, uploadedFile(platform, file_name, ofFile))
  }
  return [...files.values()].sort(byName)
}

const byName = (one: ExportFile, other: ExportFile): number => (one.file_name < other.file_name ? -1 : 1)

export const isComplete = (parts: readonly ExportPart[]): boolean => parts.length === parts[0]?.parts

async function* stored({ objects }: Pick<Platform, 'objects'>, key: string): AsyncGenerator<Uint8Array> {
  yield* await objects.get(key)
}

const uploadedFile = (platform: Parts, file_name: string, parts: readonly ExportPart[]): ExportFile => ({
  file_name,
  kind: kindOfFile(file_name),
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  read: () => openParts(platform, parts),
})
