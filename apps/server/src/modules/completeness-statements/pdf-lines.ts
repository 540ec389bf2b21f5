/** Returns the width of a text in points. */
export type Measure = (text: string) => number

/** Matches a word with the spaces or hyphens that follow it. */
const wordPattern = /[^ -]*-+|[^ -]+ *| +/g
/** The smallest unit of a line: a character, or the replacement for a missing one. */
const unitPattern = /\[\?\]|./gu
const punctuation = /[.,:;/@_-]/

/**
 * Breaks a text into lines. pdfkit takes seconds for a word of a thousand letters, and can't measure the height of a text in several
 * fonts.
 */
export const brokenLines = (shown: string, width: number, measure: Measure): string[] => {
  const lines: string[] = []
  let line = ''
  let used = 0
  for (const word of shown.match(wordPattern) ?? []) {
    const visible = measure(word.trimEnd())
    if (used + visible > width && line !== '') {
      lines.push(line)
      line = ''
      used = 0
    }
    if (visible > width) {
      lines.push(...brokenWord(word, width, measure))
      line = lines.pop() ?? ''
      used = measure(line)
    } else {
      line += word
      used += measure(word)
    }
  }
  return [...lines, line]
}

/** Breaks a word that is wider than a line, after punctuation if there is some: numbers stay readable. */
const brokenWord = (word: string, width: number, measure: Measure): string[] => {
  const pieces: string[] = []
  let piece: string[] = []
  let used = 0
  for (const unit of word.match(unitPattern) ?? []) {
    const own = measure(unit)
    if (used + own > width && piece.length > 0) {
      const end = piece.findLastIndex((each) => punctuation.test(each)) + 1
      const kept = end > piece.length / 2 ? piece.slice(end) : []
      pieces.push(piece.slice(0, piece.length - kept.length).join(''))
      piece = kept
      used = measure(kept.join(''))
    }
    piece.push(unit)
    used += own
  }
  return [...pieces, piece.join('')]
}
