import { CidrRange } from '@holdfast/contract'
import { text } from '../i18n/text.ts'
import { fieldRule } from './field-rule.ts'

/** CIDR ranges; null is any network. */
export type Networks = readonly string[] | null

/** What the contract says of the first range that does not fit. A list of none would be no limit, and is not meant. */
export const networksRule = (ranges: Networks): string | null =>
  ranges?.length === 0 ? text('roles.networks_missing') : rangesRule(ranges)

/** The same of ranges alone, as they are added. */
export const rangesRule = (ranges: Networks): string | null =>
  ranges?.map(fieldRule(CidrRange)).find((problem) => problem !== null) ?? null

export const networksText = (ranges: Networks): string => ranges?.join(', ') ?? text('roles.any_network')
