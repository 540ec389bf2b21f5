import {
  type CallInput,
  type calls,
  type MigrationExport,
  type MigrationFileKind,
  migrationFileKinds,
} from '@holdfast/contract'
import { answerList, cappedTotal, type RequestContext } from '../../../core/calls/index.ts'
import { hasTitle, readTitle } from '../../migration-files/index.ts'
import { type ExportFile, filesOfExports } from './export-files.ts'
import { foldersBeingRemoved } from './removed-exports.ts'

const maxListedFiles = 100
const maxTitles = 20

/** `GET /migration_exports`, by name. */
export const listMigrationExports = (ctx: RequestContext, { query }: CallInput<typeof calls.listMigrationExports>) =>
  answerList<Filter, Export, MigrationExport>(ctx, query, {
    list: 'migration_exports',
    rows: async (filter, limit, position) => {
      const after = position?.[0] ?? ''
      return (await exportsOf(ctx, filter.folders)).filter(({ folder }) => folder > after).slice(0, limit)
    },
    positionOf: ({ folder }) => [folder],
    toItems: async (rows) => {
      const items: MigrationExport[] = []
      for (const row of rows) items.push(await itemOf(ctx, row))
      return items
    },
    total: async (filter) => cappedTotal((await exportsOf(ctx, filter.folders)).length),
  })

type Filter = NonNullable<CallInput<typeof calls.listMigrationExports>['query']['filter']>

interface Export {
  folder: string
  files: ExportFile[]
}

/** An export that is being removed is not listed. */
const exportsOf = async (ctx: RequestContext, folders: Filter['folders']): Promise<Export[]> => {
  const removing = await ctx.read(foldersBeingRemoved)
  return [...(await filesOfExports(ctx.platform, ctx.client, folders))]
    .filter(([folder]) => !removing.has(folder))
    .map(([folder, files]) => ({ folder, files: files.sort(tablesFirst) }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1))
}

/** An export with the title rows of its first tables. A file that cannot be read has none. */
const itemOf = async ({ platform }: RequestContext, { folder, files }: Export): Promise<MigrationExport> => {
  const listed: MigrationExport['files'] = []
  let titles = 0
  for (const { file_name, kind, bytes, read } of files.slice(0, maxListedFiles)) {
    const isTitled = hasTitle(file_name) && titles < maxTitles
    if (isTitled) titles += 1
    const columns = isTitled
      ? await readTitle(read()).catch((error: unknown) => {
          platform.log.warn({ err: error, folder }, 'a table of an export could not be read')
          return null
        })
      : null
    listed.push({ file_name, kind, bytes, columns })
  }
  return { folder, files: listed, file_count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
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
