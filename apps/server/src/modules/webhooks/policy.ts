/** The rights of webhooks. */
import type { Access } from '@holdfast/access'
import { alertScopes, ProductError, type Webhook } from '@holdfast/contract'

const readsAllAlerts = (access: Access): boolean =>
  alertScopes.every((scope) => access.withAlertPermission(`${scope}_read`).can('alerts:read'))

/** People with `webhooks:write` may delete webhooks, and change and use them if they read all alerts. */
export const mayOf = (access: Access): Webhook['may'] => {
  if (!access.can('webhooks:write')) return []
  return readsAllAlerts(access) ? ['change', 'delete'] : ['delete']
}

/**
 * A webhook gets the alerts of the whole account: nobody has more sent than they may read.
 * @throws ProductError `auth.forbidden`
 */
export const assertReadsAllAlerts = (access: Access): void => {
  if (!readsAllAlerts(access)) throw new ProductError('auth.forbidden')
}
