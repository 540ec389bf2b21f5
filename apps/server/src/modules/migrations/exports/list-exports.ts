import {
  type CallInput,
  type calls,
  type MigrationExport,
  type MigrationFileKind,
  migrationFileKinds,
} from '@holdfast/contract'
import { answerList, cappedTotal, type RequestContext } from '../../../core/calls/index.ts'
import { hasTitle, kindOfFile, readTitle } from '../../migration-files/index.ts'
import { filesOfExport, isComplete } from './export-files.ts'
import { exportsPrefix, partsOfExport } from './export-parts.ts'

const maxListedFiles = 100
const maxTitles = 20

/** `GET /migration_exports`, by name. */
export const listMigrationExports = (ctx: RequestContext, { query }: CallInput<typeof calls.listMigrationExports>) =>
  answerList<object, MigrationExport, MigrationExport>(ctx, query, {
    list: 'migration_exports',
    rows: async (_filter, limit, position) => {
      const after = position?.[0] ?? ''
      return (await exportsOf(ctx)).filter(({ folder }) => folder > after).slice(0, limit)
    },
    positionOf: ({ folder }) => [folder],
    toItems: async (rows) => {
      const items: MigrationExport[] = []
      for (const row of rows) items.push(await withTitles(ctx, row))
      return items
    },
    total: async () => cappedTotal((await exportsOf(ctx)).length),
  })

/** Folder, file, bytes: of files in the store and of whole uploaded ones. */
const exportsOf = async ({ platform, client }: Pick<RequestContext, 'platform' | 'client'>) => {
  const folders = new Map<string, Map<string, number>>()
  const add = (folder: string, file_name: string, bytes: number): void => {
    const files = folders.get(folder) ?? new Map<string, number>()
    folders.set(folder, files.set(file_name, bytes))
  }
  const prefix = exportsPrefix(client)
  for await (const { key, bytes } of platform.objects.list(prefix)) {
    const [folder = '', ...file] = key.slice(prefix.length).split('/')
    if (file.length > 0 && !folder.includes('.')) add(folder, file.join('/'), bytes)
  }
  const parts = await platform.database.read(client, (tx) => partsOfExport(tx, null))
  for (const ofFile of Map.groupBy(parts, ({ folder, file_name }) => `${folder}/${file_name}`).values()) {
    const [first] = ofFile
    if (first && isComplete(ofFile))
      add(
        first.folder,
        first.file_name,
        ofFile.reduce((sum, { bytes }) => sum + bytes, 0),
      )
  }
  return [...folders].map(([folder, files]) => exportOf(folder, files)).sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

const exportOf = (folder: string, files: ReadonlyMap<string, number>): MigrationExport => {
  const all = [...files]
    .map(([file_name, bytes]) => ({ file_name, kind: kindOfFile(file_name), bytes, columns: null }))
    .sort(tablesFirst)
  return {
    folder,
    files: all.slice(0, maxListedFiles),
    file_count: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

/** The export with the title rows of its first tables. A file that cannot be read has none. */
const withTitles = async (
  { platform, client }: Pick<RequestContext, 'platform' | 'client'>,
  listed: MigrationExport,
): Promise<MigrationExport> => {
  const names = listed.files
    .map(({ file_name }) => file_name)
    .filter(hasTitle)
    .slice(0, maxTitles)
  if (names.length === 0) return listed
  const titles = new Map<string, string[] | null>()
  for (const file of await filesOfExport(platform, client, listed.folder)) {
    if (!names.includes(file.file_name)) continue
    const title = readTitle(file.read()).catch((error: unknown) => {
      platform.log.warn({ err: error, folder: listed.folder }, 'a table of an export could not be read')
      return null
    })
    titles.set(file.file_name, await title)
  }
  return { ...listed, files: listed.files.map((file) => ({ ...file, columns: titles.get(file.file_name) ?? null })) }
}

interface Named {
  file_name: string
  kind: MigrationFileKind | null
}

const rank = (kind: MigrationFileKind | null): number =>
  kind === null ? migrationFileKinds.length : migrationFileKinds.indexOf(kind)

/** In the order in which files are read. */
export const tablesFirst = (one: Named, other: Named): number =>
  rank(one.kind) - rank(other.kind) || (one.file_name < other.file_name ? -1 : 1)
