/** Nobody sees whether they are there, such as a zero width space or a variation selector. They must not hide a word from a search. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]+/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/**
 * Gives tokens their places in the text as it was written. Those next to a word are not part of it.
 * @param tokens of `withoutInvisible(text)`, in their order
 */
export function* placedIn<Token extends { start: number; end: number }>(
  text: string,
  tokens: Iterable<Token>,
): Generator<Token> {
  const removed = [...text.matchAll(invisible)].map(({ 0: characters, index }) => ({
    index,
    length: characters.length,
  }))
  let passed = 0
  let shift = 0
  /** Passes over what was removed before a place, and at it if that is where a word begins. */
  const placeOf = (place: number, isStart: boolean): number => {
    for (let next = removed[passed]; next; next = removed[++passed]) {
      const at = next.index - shift
      if (isStart ? at > place : at >= place) break
      shift += next.length
    }
    return place + shift
  }
  for (const token of tokens) yield { ...token, start: placeOf(token.start, true), end: placeOf(token.end, false) }
}
