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

/** Registers Inter with a document. Only what is used is embedded. */
export const registerFonts = (register: (name: string, bytes: Buffer) => void): void => {
  for (const subset of subsets) {
    for (const weight of [400, 600] as const) {
      const file = require.resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)
      register(fontName(subset, weight), readFileSync(file))
    }
  }
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

const subsetOf = (character: string): Subset | undefined => {
  ranges ??= readRanges()
  const code = character.codePointAt(0) ?? 0
  return ranges.find(({ from, to }) => code >= from && code <= to)?.subset
}

const missing = '[?]'

/** A text in the characters in which `textRuns` shows it. */
export const shownText = (text: string): string =>
  textRuns(text, 400)
    .map((run) => run.text)
    .join('')

/** A text as runs of one font each. Characters that Inter lacks, and invisible ones such as direction marks, are shown as `[?]`. */
export const textRuns = (text: string, weight: Weight): TextRun[] => {
  const runs: TextRun[] = []
  for (const character of text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, missing)) {
    const subset = subsetOf(character)
    const font = fontName(subset ?? 'latin', weight)
    const shown = subset === undefined ? missing : character
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}
