import { legibleProblem } from '@holdfast/contract'
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { hasExactNumbers } from '../database/stored-text.ts'

/** An item, of the list that a call takes item by item, that breaks the schema. */
export interface InvalidItem {
  /** Its place in the list as it was sent, from 0. */
  index: number
  /** Its string fields that the schema names, shortened: an item can be as long as a body. */
  texts: Readonly<Record<string, string>>
  /** Where in it, and what. */
  message: string
}

/** A name that the caller made up can be in it. */
const longestMessage = 255

/** Takes the items that break the schema out of a list. */
export const setApart = (
  items: readonly unknown[],
  check: ValidateFunction,
  names: readonly string[],
): { fit: unknown[]; invalid: readonly InvalidItem[] } => {
  const fit: unknown[] = []
  const invalid: InvalidItem[] = []
  for (const [index, item] of items.entries()) {
    const message = faultOf(item, check)
    if (message === null) fit.push(item)
    else invalid.push({ index, texts: textsOf(item, names), message })
  }
  check.errors = null
  return { fit, invalid }
}

const faultOf = (item: unknown, check: ValidateFunction): string | null => {
  if (!check(item)) return messageOf(check.errors?.[0])
  return hasExactNumbers(item) ? null : 'a number is too large to be kept as it is'
}

const textsOf = (item: unknown, names: readonly string[]): Record<string, string> => {
  const texts: Record<string, string> = {}
  for (const name of names) {
    const value = ownField(item, name)
    if (typeof value === 'string') texts[name] = value.slice(0, longestMessage)
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
  return `${instancePath}${unknown} ${legibleProblem(error)}`.trimStart().slice(0, longestMessage)
}
