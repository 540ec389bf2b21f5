/** Reads the files of a legacy platform's export: no database, no store, constant memory (docs/migration-formats.md). */
export { kindOfFile, ownerOfFile } from './file-kinds.ts'
export type {
  LegacyContent,
  LegacyDevice,
  LegacyFile,
  LegacyGroup,
  LegacyPayload,
  LegacyRecord,
  LegacyRow,
  LegacyUser,
  ReadOptions,
} from './legacy-rows.ts'
export { readRows } from './read-rows.ts'
