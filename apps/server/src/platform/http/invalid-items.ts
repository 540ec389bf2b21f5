import { describeSchemaError } from '@holdfast/contract'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { hasExactNumbers } from '../database/index.ts'

/** An item that breaks the schema, in a list of which a call accepts items one by one. */
export interface InvalidItem {
  /** Its index in the list as sent, from 0. */
  index: number
  /** Its string fields that the schema names, truncated: an item can be as long as a body. */
  texts: Readonly<Record<string, string>>
  /** What is wrong, and where in the item. */
  message: string
}

/** The message can contain a name that the caller made up. */
const maxMessageLength = 255

/** Separates the items of a list that break the schema from the others. */
export const separateInvalid = (
  items: readonly unknown[],
  check: ValidateFunction,
  names: readonly string[],
): { valid: unknown[]; invalid: readonly InvalidItem[] } => {
  const valid: unknown[] = []
  const invalid: InvalidItem[] = []
  for (const [index, item] of items.entries()) {
    const message = faultOf(item, check)
    if (message === null) valid.push(item)
    else invalid.push({ index, texts: textsOf(item, names), message })
  }
  check.errors = null
  return { valid, invalid }
}

const faultOf = (item: unknown, check: ValidateFunction): string | null => {
  if (!check(item)) return messageOf(check.errors?.[0])
  return hasExactNumbers(item) ? null : 'a number is too large to be kept as it is'
}

const textsOf = (item: unknown, names: readonly string[]): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const name of names) {
    const value = ownField(item, name)
    if (typeof value === 'string') texts[name] = value.slice(0, maxMessageLength)
  }
  return texts
}

const ownField = (item: unknown, name: string): unknown =>
  item !== null && typeof item === 'object' && Object.hasOwn(item, name)
    ? (item as Record<string, unknown>)[name]
    : undefined

const messageOf = (error: ErrorObject | undefined): string => {
  if (!error) return 'is not valid'
  const { instancePath, keyword, params } = error
  const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
  return `${instancePath}${unknown} ${describeSchemaError(error)}`.trimStart().slice(0, maxMessageLength)
}
