import type { AccountDefaults } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { asOf, defaults } from './defaults-row.ts'

/** `GET /account/defaults`. */
export const getAccountDefaults = (ctx: RequestContext): Promise<AccountDefaults> =>
  ctx.read(async (tx) => asOf(tx.now, await defaults.select(tx).executeTakeFirstOrThrow()))
