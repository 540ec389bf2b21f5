import { cidrProblem } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'

/**
 * Parses the ranges, because the contract has only the specification's coarse pattern (docs/decisions/0002, 'Fields').
 * @throws ProductError `request.invalid` with each invalid range of the body
 */
export const assertRangesValid = (cidr_ranges: readonly string[] | null): void => {
  const problems = (cidr_ranges ?? []).flatMap((range, index) => {
    const message = cidrProblem(range)
    return message === null ? [] : { path: `/body/cidr_ranges/${index}`, keyword: 'cidr', params: {}, message }
  })
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}
