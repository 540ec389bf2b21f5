export type { Actor } from './custody-events.ts'
export { loginRoleUrl, migrate, rolePasswordOf } from './migrate.ts'
export type * from './tables.ts'
export { Database, type TenantTransaction } from './tenant-database.ts'
