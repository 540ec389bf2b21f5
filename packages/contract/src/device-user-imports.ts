/** Onboarding people from the rows of a table, such as a CSV file. */
import { type Static, Type } from 'typebox'
import { acceptGains } from './access-gains.ts'
import { call } from './call.ts'
import { GroupReference } from './fields.ts'
import { limits } from './limits.ts'
import { closed, nullable } from './nullable.ts'
import { ServiceName, serviceNames } from './services.ts'
import { Version } from './versions.ts'

/** The columns of the table, in the order of the template. */
export const importColumns = [
  'device_user_reference',
  'first_name',
  'surname',
  'email',
  'group',
  'services',
  'expected_device_count',
] as const
export type ImportColumn = (typeof importColumns)[number]

const Cell = Type.Optional(Type.String({ description: 'The text of the cell; empty or absent: what is there stays' }))

/** Cells are texts, as a file has them: what is wrong with one is said about its row, and does not refuse the others. */
export const ImportRow = Type.Object(
  {
    device_user_reference: Cell,
    first_name: Cell,
    surname: Cell,
    email: Cell,
    group: Cell,
    services: Type.Optional(Type.String({ description: 'Separated by spaces, commas, semicolons or vertical bars' })),
    expected_device_count: Cell,
    version: Type.Optional({
      ...Version,
      description: 'The version that the preview compared the row with; 0 for a new person',
    }),
  },
  closed,
)
export type ImportRow = Static<typeof ImportRow>

/** One more than there are, and an empty one in front: a longer list is refused, and not told word by word what is wrong with it. */
const maxServices = serviceNames.length + 2

/** The services that a cell names. They are not checked. */
export const servicesInCell = (cell: string): string[] =>
  cell
    .toLowerCase()
    .split(/[\s,;|]+/, maxServices)
    .filter(Boolean)

export const importResults = ['new', 'brought_back', 'changed', 'unchanged', 'refused'] as const

const ImportProblem = Type.Object({
  path: Type.String({ description: 'JSON pointer to the cell within its row, such as /email' }),
  keyword: Type.String(),
  params: Type.Record(Type.String(), Type.Unknown()),
  message: Type.String(),
})

export const ImportOutcome = Type.Object(
  {
    result: Type.Enum(importResults),
    changes: Type.Array(Type.String(), { description: 'The columns in which the person differs from the row' }),
    moved_from: nullable({ ...GroupReference, description: 'The group that the person is in, if it is another one' }),
    gaining: Type.Integer({
      minimum: 0,
      description: 'How many people and apps gain access by the move that its author could not grant',
    }),
    version: Version,
    problems: Type.Array(ImportProblem),
    code: nullable(Type.String({ description: 'Product error code of a refusal' })),
    message: nullable(Type.String()),
    service: nullable({
      ...ServiceName,
      description: 'Of licence.exhausted: the service that has too few free licences',
    }),
  },
  { title: 'ImportOutcome', description: 'What becomes of a row, or became of it.' },
)
export type ImportOutcome = Static<typeof ImportOutcome>

const rows = Type.Array(ImportRow, { minItems: 1, maxItems: limits.maxReferencesInBatch })

const ofImports = {
  catalogue: 'admin-client',
  method: 'POST',
  action: 'device_users:write',
  body: Type.Object({ rows }, closed),
  maxBodyBytes: limits.maxLargeBodyBytes,
  response: Type.Object({ items: Type.Array(ImportOutcome) }),
  beyondSpecification: true,
} as const

export const previewDeviceUserImport = call({
  ...ofImports,
  path: '/device_user_imports/preview',
  summary: 'Tells what 1 to 100 rows of people would do: add, bring back or change them, or why not; changes nothing.',
})

export const applyDeviceUserImport = call({
  ...ofImports,
  path: '/device_user_imports',
  summary:
    'Onboards, brings back and changes people from 1 to 100 rows. Each row is answered by itself; repeating it changes nothing again.',
  query: Type.Object(acceptGains, closed),
  audit: 'device_user_import.applied',
  errors: [],
})

export const deviceUserImportCalls = { previewDeviceUserImport, applyDeviceUserImport }
