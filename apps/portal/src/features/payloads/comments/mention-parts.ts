import { beginsWithMention, type PersonName } from '@holdfast/contract'

/** A piece of a comment's text; a mention has its person. */
export interface TextPart {
  text: string
  person?: PersonName
}

const nameOf = ({ user_reference, name }: PersonName): string => `@${name ?? user_reference}`

/** The text of a comment, with the people whom it mentions by name. A reference that begins like another one is not taken for it. */
export const partsOf = (body: string, mentions: readonly PersonName[]): TextPart[] => {
  const longestFirst = mentions.toSorted((a, b) => b.user_reference.length - a.user_reference.length)
  const parts: TextPart[] = []
  let rest = body
  let plain = ''
  while (rest !== '') {
    const person = longestFirst.find(({ user_reference }) => beginsWithMention(rest, user_reference))
    if (person) {
      if (plain !== '') parts.push({ text: plain })
      plain = ''
      parts.push({ text: nameOf(person), person })
      rest = rest.slice(person.user_reference.length + 1)
    } else {
      const next = rest.indexOf('@', 1)
      plain += next === -1 ? rest : rest.slice(0, next)
      rest = next === -1 ? '' : rest.slice(next)
    }
  }
  return plain === '' ? parts : [...parts, { text: plain }]
}

/** The same as one text. */
export const withNames = ({
  comment_body,
  mentions,
}: {
  comment_body: string
  mentions: readonly PersonName[]
}): string =>
  partsOf(comment_body, mentions)
    .map(({ text }) => text)
    .join('')

const beingTyped = /(?:^|\s)@([^\s@]{0,40})$/

/** What somebody has typed of a mention before the caret; `null` if they are typing none. */
export const typedMention = (text: string, caret: number): string | null =>
  beingTyped.exec(text.slice(0, caret))?.[1] ?? null

/** The text with a person in the place of what was typed of the mention, and where the caret goes. */
export const withMention = (text: string, caret: number, user_reference: string): { text: string; caret: number } => {
  const typed = typedMention(text, caret) ?? ''
  const before = `${text.slice(0, caret - typed.length)}${user_reference} `
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}
