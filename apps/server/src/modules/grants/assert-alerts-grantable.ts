import { type AlertPermission, ProductError } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'

/**
 * Nobody gives alert permissions that they don't have (docs/decisions/0085).
 * @throws ProductError `alert.not_given`
 */
export const assertAlertsGrantable = ({ access }: RequestContext, given: readonly AlertPermission[]): void => {
  const permission = given.find((one) => !access.hasAlertPermission(one))
  if (permission !== undefined) throw new ProductError('alert.not_given', { permission })
}
