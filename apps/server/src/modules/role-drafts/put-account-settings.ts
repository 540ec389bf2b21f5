import { type AccountSettings, type CallInput, type calls, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { chosenSettings, saveAccountSettings } from '../account-settings/index.ts'
import { peopleWhoMayForGood } from '../portal-users/index.ts'

/**
 * `PUT /account/settings`. Second persons can be asked for only while somebody else could approve that they are needed no longer.
 * Roles for a time do not count: when the last one ends, nobody could turn it off.
 * @throws ProductError those of `saveAccountSettings`; `account.nobody_to_approve`
 */
export const putAccountSettings = (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.putAccountSettings>,
): Promise<AccountSettings> =>
  ctx.transaction(async (tx) => {
    if (body.needs_second_person && !(await chosenSettings(tx)).needs_second_person) {
      const people = await peopleWhoMayForGood(tx, [{ action: 'account:write' }, { action: 'roles:read' }])
      const others = people.filter(({ user_reference }) => user_reference !== ctx.actor.reference)
      if (others.length === 0) throw new ProductError('account.nobody_to_approve')
    }
    const { version, ...chosen } = body
    return saveAccountSettings(ctx, tx, { version, ...chosen }, 'author')
  })
