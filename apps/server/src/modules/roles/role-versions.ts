import type { CallInput, calls } from '@holdfast/contract'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isEqual, type TenantTransaction } from '../../platform/database/index.ts'
import { fieldsOf, type RoleRow } from './role-record.ts'

/** Keeps what a role was before it is replaced. */
export const keepVersion = async (tx: TenantTransaction, stored: RoleRow): Promise<void> => {
  const { role_reference, version, updated_at, updated_by } = stored
  const fields = JSON.stringify(fieldsOf(stored))
  await tx.db
    .insertInto('role_versions')
    .values({ client: tx.client, role_reference, version, fields, updated_at, updated_by })
    .execute()
}

/** `GET /roles/{role_reference}/versions`. */
export const listRoleVersions = (ctx: RequestContext, { params, query }: CallInput<typeof calls.listRoleVersions>) =>
  answerTableList(ctx, query, {
    table: 'role_versions',
    columns: ['client', 'role_reference', 'version', 'fields', 'updated_at', 'updated_by'],
    key: ['role_reference', 'version'],
    direction: 'desc',
    conditions: () => [isEqual('role_reference', params.role_reference)],
    toItems: (versions) => versions.map(({ fields, ...version }) => ({ ...version, ...fields })),
  })
