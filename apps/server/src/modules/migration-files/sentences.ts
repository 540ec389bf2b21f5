import { type MigrationSentence, type MigrationSentenceCode, migrationSentences } from '@holdfast/contract'

type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type NamesOf<Code extends MigrationSentenceCode> = NamesIn<(typeof migrationSentences)[Code]>
type Values<Code extends MigrationSentenceCode> = [NamesOf<Code>] extends [never]
  ? []
  : [values: Record<NamesOf<Code>, string | number>]

const placeholder = /\{(\w+)\}/g

/** A sentence about a row, in English. `sentencesOf` finds its code and its values again. */
export const say = <Code extends MigrationSentenceCode>(code: Code, ...[values]: Values<Code>): string =>
  migrationSentences[code].replace(placeholder, (_, name: string) =>
    String((values as Record<string, string | number> | undefined)?.[name] ?? ''),
  )

interface Known {
  code: MigrationSentenceCode
  names: string[]
  pattern: RegExp
  /** Characters that are not values: of several sentences that fit, the one with most of them is meant. */
  fixed: number
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A sentence at the beginning of a text, after the column that it is about, up to the next sentence or the end. */
const known: readonly Known[] = Object.entries(migrationSentences)
  .map(([code, text]) => {
    const parts = text.split(placeholder)
    const body = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '(.{1,600}?)')).join('')
    return {
      code: code as MigrationSentenceCode,
      names: parts.filter((_, index) => index % 2 === 1),
      pattern: new RegExp(`^(?:(\\w{1,60}): )?${body}(?:$|[.;:] )`, 's'),
      fixed: parts.filter((_, index) => index % 2 === 0).join('').length,
    }
  })
  .sort((one, other) => other.fixed - one.fixed)

/** Of one message; what follows is passed on as it is. */
const maxSentences = 20
const nextSentence = /(?<=\. )/

/**
 * The sentences of a message, with their codes and values, so that they can be said in another language. Sentences of rules, and those that
 * were cut, have no code.
 */
export const sentencesOf = (message: string): MigrationSentence[] => {
  const found: MigrationSentence[] = []
  let rest = message
  while (rest !== '') {
    const isLast = found.length >= maxSentences
    const next = isLast ? { sentence: textOf(rest), length: rest.length } : (sentenceAt(rest) ?? textAt(rest))
    found.push(next.sentence)
    rest = rest.slice(next.length)
  }
  return found
}

interface FoundSentence {
  sentence: MigrationSentence
  length: number
}

const sentenceAt = (text: string): FoundSentence | null => {
  for (const { code, names, pattern } of known) {
    const match = pattern.exec(text)
    if (!match) continue
    const [whole, column = null, ...found] = match
    const values = Object.fromEntries(names.map((name, index) => [name, found[index] ?? '']))
    return { sentence: { code, column, values, text: withoutEnd(whole) }, length: whole.length }
  }
  return null
}

const textAt = (text: string): FoundSentence => {
  const [first = text] = text.split(nextSentence, 1)
  return { sentence: textOf(first), length: first.length }
}

const textOf = (text: string): MigrationSentence => ({ code: null, column: null, values: {}, text: withoutEnd(text) })

const withoutEnd = (text: string): string => text.replace(/[.;:] $/, '')
