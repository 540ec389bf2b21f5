import type { FoundKind } from '@holdfast/contract'
import type { ComponentType } from 'react'
import type { Schema } from '../forms/field-rule.ts'
import type { MessageId } from '../i18n/text.ts'
import type { FilterValues } from './list-search.ts'
import { areDays, datesOfCall, daysOfValue } from './period.ts'
import type { FilterChange } from './use-filters.ts'

export interface FieldInputProps {
  field: FilterField
  filter: FilterValues
  onChange: (filter: FilterValues, change?: FilterChange) => void
}

interface FieldBase {
  /** The name of the filter in the call and in the address. */
  name: string
  label: MessageId
  /** What can be typed, where that is not obvious. */
  hint?: MessageId
  /** The screen has an input for it outside of the panel of filters. */
  hasOwnInput?: true
  /** In the panel of filters, instead of the input of its kind. */
  input?: ComponentType<FieldInputProps>
  /** The name of a value, if something on the screen has read it. */
  nameOf?: (value: string) => string | undefined
  /** Whether a value of an address is one of the filter, where its kind does not tell. */
  accepts?: (value: string) => boolean
  /** The rows of a page while the list has this filter, where it makes rows expensive. */
  pageRows?: number
}

/** `label` is null for a name that an account chose: its value is shown, and it may be one that is no longer offered. */
export interface FilterOption {
  value: string
  label: MessageId | null
}

/** One of many choices, which are found by their words: several values of the call can have the same words. */
export interface GroupedOption {
  values: readonly string[]
  words: string
  group: string
}

/**
 * A filter of a list. `texts` takes several words, and `found` several references that are found by any part of a name or
 * reference; a row matches if it has any of them.
 */
export type FilterField =
  | (FieldBase & { kind: 'found'; finds: FoundKind; alsoFinds?: readonly FoundKind[] })
  | (FieldBase & { kind: 'texts' })
  | (FieldBase & {
      kind: 'text'
      /** What the call takes, where it can be told before it is asked. */
      schema?: Schema
    })
  | (FieldBase & { kind: 'choices'; options: readonly FilterOption[] })
  | (FieldBase & {
      kind: 'choice'
      options: readonly FilterOption[]
      /** The filters of the call that a choice stands for, such as dates that move with the days. */
      inCall?: (choice: string, now: Date) => Readonly<Record<string, string>>
    })
  | (FieldBase & {
      kind: 'grouped'
      /** In the language of the person. `wordsOf` has words of values that are not offered, such as those of earlier addresses. */
      options: readonly GroupedOption[]
      wordsOf: (value: string) => string
    })
  | (FieldBase & { kind: 'flag' })
  /** A time, as ISO text in UTC. */
  | (FieldBase & {
      kind: 'moment'
      /** The filters of the call that it stands for, such as those of the hour that begins then. */
      inCall?: (time: string) => Readonly<Record<string, string>>
    })
  /** One value: a period, or days (`valueOfDays`). The names are those of its beginning and end in the call. */
  | (FieldBase & { kind: 'days'; from: string; to: string })

/** Kinds with one value. */
const singles: ReadonlySet<FilterField['kind']> = new Set(['text', 'choice', 'flag', 'moment', 'days'])

/** The values of a filter as a list, whether the address has none, one or several. */
export const valuesOf = (filter: FilterValues, name: string): readonly string[] => {
  const value = filter[name]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** `filter` with other values for `name`; without values, the name is removed. */
export const withValues = (
  filter: FilterValues,
  name: string,
  values: readonly string[],
  field?: FilterField,
): FilterValues => {
  const { [name]: _, ...rest } = filter
  if (values.length === 0) return rest
  const isSingle = field !== undefined && singles.has(field.kind)
  return { ...rest, [name]: isSingle ? (values.at(-1) ?? '') : values }
}

/** The filter of the call: flags become booleans. Names and choices that this list does not offer are dropped. */
export const filterOfCall = (
  filter: FilterValues,
  fields: readonly FilterField[],
): Record<string, string | boolean | readonly string[]> =>
  Object.fromEntries(
    fields.flatMap((field): [string, string | boolean | readonly string[]][] => {
      const values = valuesOf(filter, field.name).filter((value) => isOffered(field, value))
      const first = values[0]
      if (first === undefined) return []
      if (field.kind === 'flag') return [[field.name, first === 'true']]
      if (field.kind === 'days') {
        const { date_from, date_to } = datesOfCall(daysOfValue(first), new Date())
        return [
          ...(date_from ? [[field.from, date_from] as [string, string]] : []),
          ...(date_to ? [[field.to, date_to] as [string, string]] : []),
        ]
      }
      if (field.kind === 'moment' && field.inCall) return Object.entries(field.inCall(first))
      if (field.kind === 'choice' && field.inCall) return Object.entries(field.inCall(first, new Date()))
      return [[field.name, singles.has(field.kind) ? first : values]]
    }),
  )

/**
 * Whether a value of an address is one of the filter. It may have a choice that this portal does not offer, such as one of the other
 * portal's. Names of the account stay.
 */
export const isOffered = (field: FilterField, value: string): boolean => {
  if (field.accepts && !field.accepts(value)) return false
  if (field.kind === 'flag') return value === 'true' || value === 'false'
  if (field.kind === 'moment') return isTime(value)
  if (field.kind === 'days') return areDays(value)
  if (field.kind === 'choices' || field.kind === 'choice')
    return field.options.some((option) => option.label === null || option.value === value)
  return true
}

const isTime = (value: string): boolean => !Number.isNaN(Date.parse(value))

/** The chosen options of a grouped filter, one of each; a value that is no longer offered is one of its own. */
export const chosenOptions = (
  { options, wordsOf }: Extract<FilterField, { kind: 'grouped' }>,
  values: readonly string[],
): GroupedOption[] => {
  const chosen = values.map((value) => options.find((option) => option.values.includes(value)) ?? value)
  return [...new Set(chosen)].map((one) =>
    typeof one === 'string' ? { values: [one], words: wordsOf(one), group: '' } : one,
  )
}

/** `filter` without any of the fields, and without a period. `whose`, the choice between two lists, is no filter: it stays. */
export const withoutFilters = (filter: FilterValues, fields: readonly FilterField[]): FilterValues => {
  const removed = new Set([...fields.map(({ name }) => name), 'period', 'date_from', 'date_to'])
  return Object.fromEntries(Object.entries(filter).filter(([name]) => !removed.has(name)))
}

/** `filter` without a period. */
export const withoutPeriod = ({ period: _, date_from: __, date_to: ___, ...others }: FilterValues): FilterValues =>
  others

/** The rows of a page for these filters; `undefined` for as many as in other lists. */
export const pageRowsOf = (filter: FilterValues, fields: readonly FilterField[]): number | undefined =>
  fields.find(({ name, pageRows }) => pageRows !== undefined && valuesOf(filter, name).length > 0)?.pageRows
