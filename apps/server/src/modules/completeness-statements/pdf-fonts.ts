import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** The parts of Inter, each with the letters of some languages, in the order in which they are looked for. */
const subsets = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'] as const
type Subset = (typeof subsets)[number]

export type Weight = 400 | 600

export interface TextRun {
  font: string
  text: string
}

export const fontName = (subset: Subset, weight: Weight): string => `${subset} ${weight}`

let fonts: ReadonlyMap<string, Buffer> | undefined

/** Kept in memory: half a megabyte for all fonts. */
const readFonts = (): ReadonlyMap<string, Buffer> =>
  new Map(
    subsets.flatMap((subset) =>
      ([400, 600] as const).map((weight) => {
        const file = require.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)
        return [fontName(subset, weight), readFileSync(file)] as const
      }),
    ),
  )

/** Registers Inter with a document. Only what is used is embedded. */
export const registerFonts = (register: (name: string, bytes: Buffer) => void): void => {
  fonts ??= readFonts()
  for (const [name, bytes] of fonts) register(name, bytes)
}

const readRanges = (): { subset: Subset; from: number; to: number }[] => {
  const declared = JSON.parse(readFileSync(require.resolve('@fontsource/inter/unicode.json'), 'utf8')) as Record<
    Subset,
    string
  >
  return subsets.flatMap((subset) =>
    declared[subset].split(',').map((range) => {
      const [from = 0, to = from] = range
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16))
      return { subset, from, to }
    }),
  )
}

let ranges: ReturnType<typeof readRanges> | undefined
const knownSubsets = new Map<string, Subset | undefined>()

const subsetOf = (character: string): Subset | undefined => {
  if (knownSubsets.has(character)) return knownSubsets.get(character)
  ranges ??= readRanges()
  const code = character.codePointAt(0) ?? 0
  const subset = ranges.find(({ from, to }) => code >= from && code <= to)?.subset
  // Unsupported characters are not cached: there are too many.
  if (subset !== undefined) knownSubsets.set(character, subset)
  return subset
}

const missing = '[?]'

/**
 * Replaces characters that Inter lacks, and invisible ones such as direction marks, by `[?]`. Combining marks are composed with their
 * letters first (NFC).
 */
export const shownText = (text: string): string =>
  [...text.normalize('NFC').replace(/\s+/gu, ' ')]
    .map((character) => (/\p{C}/u.test(character) || subsetOf(character) === undefined ? missing : character))
    .join('')

/** A shown text as runs of one font each. */
export const textRuns = (shown: string, weight: Weight): TextRun[] => {
  const runs: TextRun[] = []
  for (const character of shown) {
    const font = fontName(subsetOf(character) ?? 'latin', weight)
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
