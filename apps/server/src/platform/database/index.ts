export {
  beginHistory,
  beginningOfHistory,
  keepAbsence,
  keepFormer,
  recordsBefore,
} from './access-history.ts'
export { type AgedRow, type AgedTable, agedTable, type KeptRow } from './aged-table.ts'
export type { AmendedDetails, PayloadTypeOrNone } from './column-types.ts'
export {
  allOf,
  type ColumnName,
  type Condition,
  containsText,
  hasAnyOf,
  hasWordsBeginning,
  isAnyOf,
  isAnyOfOrNull,
  isEqual,
  matchesText,
  rankOfText,
  type Searched,
} from './conditions.ts'
export {
  type Actor,
  type AttributedEvent,
  addressGiven,
  countCustodyEvents,
  custodyStatement,
  custodyTimes,
  lastCustodyEvent,
  migratedChanges,
  openingsBy,
  readCustodyEvents,
} from './custody-events.ts'
export { eachValue } from './each-value.ts'
export type { JobDefinition } from './enqueue.ts'
export { enqueueJobs, enqueueStatement } from './enqueue-jobs.ts'
export { callersHaveEnded, enqueueUnlessWaiting } from './enqueue-unless-waiting.ts'
export { Finish, finish } from './finish.ts'
export type { Tables } from './generated-tables.ts'
export { insertNewRows, insertRows } from './insert-rows.ts'
export { loginRoleUrl, rolePasswordOf } from './login-roles.ts'
export { migrate } from './migrate.ts'
export { noRead, noReadOfDevice } from './migrations/0056-trail-without-reads.ts'
export { opensContent } from './migrations/0112-last-openings.ts'
export { migrations } from './migrations/index.ts'
export { type Audience, type Notice, noticesStatement } from './notices.ts'
export type { StatementsOf } from './shared-writes.ts'
export { compiledStatement, preparedStatement, queryBuilder, type Statement, withTextRows } from './statements.ts'
export { hasExactNumbers, isStorable, storedJson } from './stored-text.ts'
export type * from './tables.ts'
export { Database } from './tenant-database.ts'
export type { TenantTransaction } from './tenant-transaction.ts'
export type { TextRow } from './type-parsers.ts'
export { type LastChange, versionedTable } from './versioned-table.ts'
