/** Reads the files of a legacy platform's export: no database, no store, constant memory (docs/migration-formats.md). */
export { hasTitle, kindOfFile } from './file-kinds.ts'
export type { LegacyDevice, LegacyGroup, LegacyPayload, LegacyRow, LegacyUser } from './legacy-rows.ts'
export { readRows } from './read-rows.ts'
export { say, sentencesOf } from './sentences.ts'
export { columnOf } from './tables/column-names.ts'
export { readTitle } from './tables/read-title.ts'
