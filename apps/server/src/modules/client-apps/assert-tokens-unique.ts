import { ProductError } from '@holdfast/contract'
import { bumpAccessVersion } from '../../core/authorization/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { type AppFields, apps } from './app-row.ts'

/**
 * Increments the access version, and checks that no other app accepts the same tokens: a call could not be attributed
 * to one of them. Incrementing first serialises concurrent changes, so that the second one sees the first.
 * @throws ProductError `app.tokens_taken`
 */
export const assertTokensUnique = async (
  tx: TenantTransaction,
  app_reference: string,
  { oidc_config: { issuer, audience } }: AppFields,
): Promise<void> => {
  await bumpAccessVersion(tx)
  const other = await apps
    .select(tx)
    .where('issuer', '=', issuer)
    .where('audience', '=', audience)
    .where('app_reference', '!=', app_reference)
    .executeTakeFirst()
  if (other) throw new ProductError('app.tokens_taken')
}
