import { CidrRange } from '@holdfast/contract'
import { text } from '../i18n/text.ts'
import { fieldRule } from './field-rule.ts'

/** CIDR ranges; `null` is any network. */
export type Networks = readonly string[] | null

/** The contract's problem with the first invalid range. An empty list is refused: it would not mean 'no limit'. */
export const networksRule = (ranges: Networks): string | null =>
  ranges?.length === 0 ? text('roles.networks_missing') : rangesRule(ranges)

/** Checks ranges as they are added. Unlike the contract, it also refuses numbers out of range. */
export const rangesRule = (ranges: Networks): string | null =>
  ranges
    ?.map((range) => coarseRule(range) ?? (readable.test(range) ? null : text('validation.cidr_range')))
    .find(Boolean) ?? null

const coarseRule = fieldRule(CidrRange)
const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const readable = new RegExp(`^${octet}(?:\\.${octet}){0,3}/(?:\\d|[12]\\d|3[0-2])$`)

export const networksText = (ranges: Networks): string => ranges?.join(', ') ?? text('roles.any_network')
