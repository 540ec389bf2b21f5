import type { AccountDefaults } from '@holdfast/contract'
import { accountDefaults } from '../../core/authorization/index.ts'
import type { RequestContext } from '../../core/calls/index.ts'
import { asOf } from './defaults-row.ts'

/** `GET /account/defaults`. */
export const getAccountDefaults = (ctx: RequestContext): Promise<AccountDefaults> =>
  ctx.read(async (tx) => asOf(tx.now, await accountDefaults.select(tx).executeTakeFirstOrThrow()))
