import { displayText } from '../../../shared/recordings/display-text.ts'
import type { ConversationEntry } from './conversation-entries.ts'

/** Where a text occurs in a message, as screens show it. */
export interface MessageMatch {
  id: string
  /** Of the entry. */
  index: number
  key: string
  place: 'subject' | 'text'
  start: number
  end: number
}

/** Converted to upper case first, so that spellings that differ only in lower case, such as ß and ss, are equal. */
const folded = (character: string): string =>
  character < '\u0080'
    ? character.toLowerCase()
    : character.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase()

/** A text without case and accents, and for each of its characters where that one was in the text. */
const foldedText = (text: string): { plain: string; places: readonly number[] } => {
  const places: number[] = []
  let [plain, at] = ['', 0]
  for (const character of text) {
    const letters = folded(character)
    for (const _ of letters.split('')) places.push(at)
    plain += letters
    at += character.length
  }
  return { plain, places: [...places, at] }
}

const occurrences = (text: string, sought: string): { start: number; end: number }[] => {
  const { plain, places } = foldedText(text)
  const found: { start: number; end: number }[] = []
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) {
    const [start = 0, end = 0] = [places[at], places[at + sought.length]]
    // The first half of a letter that was taken for two marks nothing.
    if (start < end) found.push({ start, end })
  }
  return found
}

/** Where the loaded messages contain a text, whatever its case and accents are, in their order. */
export const messageMatches = (entries: readonly ConversationEntry[], text: string): MessageMatch[] => {
  const sought = foldedText(text.trim()).plain
  if (sought === '') return []
  return entries.flatMap((entry, index) => {
    if (entry.kind !== 'message') return []
    const { key, message } = entry
    const inPlace = (place: MessageMatch['place']) =>
      occurrences(displayText(message[place] ?? ''), sought).map(
        (range): MessageMatch => ({ id: `${key} ${place} ${range.start}`, index, key, place, ...range }),
      )
    // A message without a text shows no subject either.
    return message.text === null ? [] : [...inPlace('subject'), ...inPlace('text')]
  })
}
