import type { TArray, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Item, ListCall } from './list-calls.ts'

/** A filter with one value. */
export interface FilterCase {
  readonly name: string
  readonly value: unknown
  /** Whether an item has the value; undefined if items do not tell. */
  readonly isMet: ((item: Item) => boolean) | undefined
}

type Described = TSchema & { type?: string; enum?: readonly string[]; rule?: string }

/** The filters of a list, each with all values of an enumeration, and otherwise one that the list's items have, or those of another list. */
export const filterCases = (
  { filters, fields }: ListCall,
  items: readonly Item[],
  others: readonly Item[],
): FilterCase[] =>
  Object.entries(filters).flatMap(([name, schema]) => {
    const field = [name, name.replace(/s$/, ''), ...(name === 'groups' ? ['group_reference'] : [])].find(
      (one) => one in fields,
    )
    const { items: element } = schema as TArray<Described>
    const middle = items.slice(Math.floor(items.length / 2))
    return valuesOf(element ?? schema, [
      ...middle.flatMap((item) => textsOf(field ? item[field] : item)),
      ...others.flatMap((item) => textsOf(item[field ?? name.replace(/s$/, '')])),
    ]).map((value) => ({
      name,
      value: element ? [value] : value,
      isMet: field && isValueOf(fields[field], value) ? (item: Item) => has(item[field], value) : undefined,
    }))
  })

const has = (own: unknown, value: unknown): boolean =>
  Array.isArray(own) ? textsOf(own).includes(String(value)) : own === value

/** Whether a field can have the value: `decision=none` asks for rows without a decision. */
const isValueOf = (field: TSchema | undefined, value: unknown): boolean =>
  field !== undefined && (Check(field, value) || Check(field, [value]) || (field as Described).type === 'array')

const dateRules: unknown[] = ['Date', 'DateParameter', 'Timestamp']

const valuesOf = (schema: Described, texts: readonly string[]): unknown[] => {
  if (schema.enum) return [...schema.enum]
  if (schema.type === 'boolean') return [true, false]
  if (!dateRules.includes(schema.rule)) return texts.filter((text) => Check(schema, text)).slice(0, 1)
  const time = texts.find((text) => /^\d{4}-\d\d-\d\d/.test(text)) ?? new Date().toISOString()
  return [time.slice(0, 10), time].filter((text) => Check(schema, text)).slice(0, 1)
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string' && value !== '') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : []
}
