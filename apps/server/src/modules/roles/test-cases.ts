import { accessFor, compileRoles, type Group } from '@holdfast/access'
import type { RoleRules, RoleTestCase } from '@holdfast/contract'

const anywhere = '0.0.0.0'

/**
 * Which test cases hold for a role on its own. Without an address, the role's network ranges are ignored. In a group
 * that is not in `groups`, nothing is allowed.
 */
export const testResults = (
  role: RoleRules,
  testCases: readonly RoleTestCase[],
  { client, groups }: { client: string; groups: readonly Group[] },
): boolean[] => {
  const limited = compileRoles([role], { client })
  const live = accessFor(compileRoles([{ ...role, cidr_ranges: null }], { client }), { address: anywhere })
  const byReference = new Map(groups.map((group) => [group.group_reference, group]))
  return testCases.map(({ action, group_reference, payload_type, address, is_allowed }) => {
    const access = address === null ? live : accessFor(limited, { address })
    const group = group_reference === null ? undefined : byReference.get(group_reference)
    const isKnown = group_reference === null || group !== undefined
    const question = { ...(group ? { group } : {}), ...(payload_type ? { payload_type } : {}) }
    return (isKnown && access.can(action, question)) === is_allowed
  })
}
