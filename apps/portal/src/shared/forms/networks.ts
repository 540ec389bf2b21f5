import { CidrRange } from '@holdfast/contract'
import { text } from '../i18n/text.ts'
import { fieldRule } from './field-rule.ts'

/** CIDR ranges; null is any network. */
export type Networks = readonly string[] | null

/** What the contract says of the first range that does not fit. A list of none would be no limit, and is not meant. */
export const networksRule = (ranges: Networks): string | null =>
  ranges?.length === 0 ? text('roles.networks_missing') : rangesRule(ranges)

/** The same of ranges alone, as they are added; numbers beyond an address, which the contract lets pass, are named too. */
export const rangesRule = (ranges: Networks): string | null =>
  ranges
    ?.map((range) => coarseRule(range) ?? (readable.test(range) ? null : text('validation.cidr_range')))
    .find(Boolean) ?? null

const coarseRule = fieldRule(CidrRange)
const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const readable = new RegExp(`^${octet}(?:\\.${octet}){0,3}/(?:\\d|[12]\\d|3[0-2])$`)

export const networksText = (ranges: Networks): string => ranges?.join(', ') ?? text('roles.any_network')
