import { checkRoleInSteps, parseAddress, type RoleProblem } from '@holdfast/access'
import type { RoleFields, RoleRules } from '@holdfast/contract'
import { runSteps } from '../../platform/yield-to-event-loop.ts'

const maxProblems = 100

/** Why a role is invalid, beyond what its schema checks. */
export const roleProblems = async (
  rules: RoleRules,
  { test_cases }: Pick<RoleFields, 'test_cases'>,
): Promise<RoleProblem[]> => {
  const ofTestCases = test_cases.flatMap(({ address }, index) =>
    address === null || parseAddress(address) !== null
      ? []
      : { path: `/test_cases/${index}/address`, message: 'This is no network address.' },
  )
  return [...(await runSteps(checkRoleInSteps(rules))), ...ofTestCases].slice(0, maxProblems)
}
