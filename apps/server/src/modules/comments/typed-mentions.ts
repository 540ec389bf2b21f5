import { beginsWithMention, maxUserReferenceCharacters } from '@holdfast/contract'

/** An `@` that is not within a word, such as an e-mail address, and what stands directly after it. */
const typed = new RegExp(`(?<![\\p{L}\\p{N}_])@(?=(\\S{1,${maxUserReferenceCharacters}}))`, 'gu')

/** Nobody mentions people this often; it bounds the time that one text takes. */
const maxExamined = 500

/**
 * The known people whose references stand in a text after an `@`, in the order of the text, whether they were typed or chosen. Of
 * references that begin alike, the longest is meant. A reference with a space is found only if it was chosen.
 */
export const typedMentions = (text: string, isKnown: (user_reference: string) => boolean): string[] => {
  const found = new Set<string>()
  for (const { index, 1: word = '' } of text.matchAll(typed).take(maxExamined)) {
    const mention = text.slice(index, index + word.length + 3)
    for (let length = word.length; length > 0; length--) {
      const reference = word.slice(0, length)
      if (!isKnown(reference) || !beginsWithMention(mention, reference)) continue
      found.add(reference)
      break
    }
  }
  return [...found]
}
