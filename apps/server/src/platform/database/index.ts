export { allOf, type Condition, containsText, hasAnyOf, isAnyOf, isEqual } from './conditions.ts'
export { type Actor, type AttributedEvent, custodyStatement } from './custody-events.ts'
export { eachValue } from './each-value.ts'
export { executeAll, Finish, finish } from './finish.ts'
export { insertRows } from './insert-rows.ts'
export { loginRoleUrl, rolePasswordOf } from './login-roles.ts'
export { migrate } from './migrate.ts'
export { type Notice, noticesStatement } from './notices.ts'
export type { StatementsOf } from './shared-writes.ts'
export {
  compiledStatement,
  preparedStatement,
  queryBuilder,
  type Statement,
} from './statements.ts'
export { isStorable, storedJson } from './stored-text.ts'
export type * from './tables.ts'
export { Database } from './tenant-database.ts'
export type { TenantTransaction } from './tenant-transaction.ts'
export { versionedTable } from './versioned-table.ts'
