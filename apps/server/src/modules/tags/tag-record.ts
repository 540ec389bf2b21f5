import { versionedTable } from '../../platform/database/index.ts'

export const tagColumns = [
  'client',
  'tag_key',
  'tag_values',
  'is_required',
  'default_value',
  'updated_at',
  'updated_by',
  'version',
] as const

export const tagDefinitions = versionedTable({ table: 'tag_definitions', key: 'tag_key', columns: tagColumns })

export const lastChangesOfTags = tagDefinitions.lastChanges
