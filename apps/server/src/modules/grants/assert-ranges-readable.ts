import { cidrProblem } from '@holdfast/access'
import { ProductError } from '@holdfast/contract'

/**
 * The contract has the specification's coarse pattern (docs/decisions/0002, 'Fields'); this reads the ranges in earnest.
 * @throws ProductError `request.invalid`, naming each range of the body that is none
 */
export const assertRangesReadable = (cidr_ranges: readonly string[] | null): void => {
  const problems = (cidr_ranges ?? []).flatMap((range, index) => {
    const message = cidrProblem(range)
    return message === null ? [] : { path: `/body/cidr_ranges/${index}`, keyword: 'cidr', params: {}, message }
  })
  if (problems.length > 0) throw new ProductError('request.invalid', {}, problems)
}
