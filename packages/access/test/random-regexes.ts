import fc from 'fast-check'

/** Parts of regexes: letters, also case-insensitive and not ASCII, classes, anchors, word boundaries. */
const atom = fc.constantFrom(
  'a',
  'b',
  'ab',
  'Desk',
  ' - ',
  '.',
  '[ab]',
  '[^a]',
  '[a-zé]',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\A',
  '\\z',
  '(?i)A',
  '(?i:Desk)',
  '(?i:é)',
  '(?s).',
  '\\pL',
  '\\d',
  '\\w+',
  '(?m)$',
  '(?m)^',
  'é',
  '😀',
  '\\n',
  '\\x{d83d}',
  '[^\\x00-\\x{10FFFF}]',
)

export const { regex: randomRegex } = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([left, right]) => left + right),
    fc.tuple(tie('regex'), tie('regex')).map(([left, right]) => `(${left}|${right})`),
    fc
      .tuple(tie('regex'), fc.constantFrom('*', '+', '?', '{0,2}', '{2}', '*?'))
      .map(([one, times]) => `(?:${one})${times}`),
  ),
}))

const piece = fc.constantFrom(
  'a',
  'b',
  'A',
  'Desk',
  'dEsK',
  'des\u212a',
  'é',
  'É',
  '😀',
  '\ud83d',
  '\n',
  ' ',
  ' - ',
  '7',
)

/** Texts of similar parts, so that many match. */
export const randomText = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

/** Regexes as people write them for names: words with something between them. */
export const randomNameRegex = fc
  .array(
    fc.constantFrom(
      'Desk',
      'Desk',
      ' - ',
      'a',
      '(a|b)',
      '(Desk|ab)',
      '(?:Desk| -)+',
      '.*',
      '.*',
      '[0-9]*',
      '(?i:a)',
      '😀?',
      'é',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
