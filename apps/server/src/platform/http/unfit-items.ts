import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { hasExactNumbers } from '../database/index.ts'

/** An item, of the list that a call takes item by item, that breaks the schema. */
export interface UnfitItem {
  /** Its place in the list as it was sent, from 0. */
  index: number
  item: unknown
  /** Where in it, and what. */
  message: string
}

/** A name that the caller made up can be in it. */
const longestMessage = 255

/** Takes the items that break the schema out of a list. */
export const setApart = (
  items: readonly unknown[],
  check: ValidateFunction,
): { fit: unknown[]; unfit: readonly UnfitItem[] } => {
  const fit: unknown[] = []
  const unfit: UnfitItem[] = []
  for (const [index, item] of items.entries()) {
    if (!check(item)) unfit.push({ index, item, message: messageOf(check.errors?.[0]) })
    else if (!hasExactNumbers(item)) unfit.push({ index, item, message: 'a number is too large to be kept as it is' })
    else fit.push(item)
  }
  check.errors = null
  return { fit, unfit }
}

const messageOf = (error: ErrorObject | undefined): string => {
  if (!error) return 'is not valid'
  const { instancePath, keyword, params, message } = error
  const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
  return `${instancePath}${unknown} ${message ?? keyword}`.trimStart().slice(0, longestMessage)
}
