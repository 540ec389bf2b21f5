import type { ErrorObject } from 'ajv/dist/2020.js'

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

/**
 * Takes the items that break the schema out of the list of a body.
 * @param errors everything that is wrong with the body
 * @returns null when more than items is at fault: then the body is refused whole
 */
export const setApart = (
  body: unknown,
  list: string,
  errors: readonly ErrorObject[],
): { body: unknown; unfit: readonly UnfitItem[] } | null => {
  const inItem = new RegExp(`^/${list}/(\\d+)(/.*)?$`, 's')
  const messages = new Map<number, string>()
  for (const { instancePath, keyword, params, message } of errors) {
    const [, index, path = ''] = inItem.exec(instancePath) ?? []
    if (index === undefined) return null
    const unknown = keyword === 'additionalProperties' ? `/${String(params.additionalProperty)}` : ''
    const first = messages.get(Number(index)) ?? `${path}${unknown} ${message ?? keyword}`.trimStart()
    messages.set(Number(index), first.slice(0, longestMessage))
  }
  const { [list]: items = [], ...rest } = body as Record<string, unknown[]>
  const unfit = [...messages].map(([index, message]) => ({ index, item: items[index], message }))
  const fit = items.filter((_, index) => !messages.has(index))
  return { body: { ...rest, [list]: fit }, unfit: unfit.sort((a, b) => a.index - b.index) }
}
