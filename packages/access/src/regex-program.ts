import type { RE2JS } from 're2js'

/** A compiled regex without what only captures need. The places of `steps` are the states of a machine; it starts in `start`. */
export interface RegexProgram {
  readonly start: number
  readonly steps: readonly Step[]
}

export type Step =
  | { readonly kind: 'matched' | 'failed' }
  /** Goes on in all of them without taking a character. */
  | { readonly kind: 'choice'; readonly next: readonly number[] }
  /** Goes on only where the text begins, or only where it ends, as asked. */
  | { readonly kind: 'edge'; readonly atBegin: boolean; readonly atEnd: boolean; readonly next: number }
  /** Takes one code point of the ranges: first, last, first, last, in ascending order. */
  | CharacterStep

export interface CharacterStep {
  readonly kind: 'character'
  readonly ranges: readonly number[]
  readonly next: number
}

/** An instruction as the library numbers them (its `Inst`), which it does not export. */
interface Instruction {
  readonly op: number
  readonly out: number
  readonly arg: number
  readonly runes: ArrayLike<number>
}

const op = { alt: 1, altMatch: 2, capture: 3, emptyWidth: 4, fail: 5, match: 6, nop: 7, rune: 8, rune1: 9, any: 10 }
const anyButLineBreak = 11
const beginOfText = 4
const endOfText = 8
const foldCase = 1
const lastCodePoint = 0x10ffff

/**
 * The program that the library made of a regex, or null when it holds what is not read here: word and line boundaries, and
 * letters beyond ASCII in either case. The library then has to try the regex itself.
 */
export const readProgram = (regex: RE2JS): RegexProgram | null => {
  const { start, inst } = regex.re2Input.prog
  const steps: Step[] = []
  for (const instruction of inst as readonly Instruction[]) {
    const step = readInstruction(instruction)
    if (step === null) return null
    steps.push(step)
  }
  return { start, steps }
}

const readInstruction = ({ op: code, out, arg, runes }: Instruction): Step | null => {
  switch (code) {
    case op.alt:
    case op.altMatch:
      return { kind: 'choice', next: [out, arg] }
    case op.capture:
    case op.nop:
      return { kind: 'choice', next: [out] }
    case op.emptyWidth:
      return readEdge(arg, out)
    case op.fail:
      return { kind: 'failed' }
    case op.match:
      return { kind: 'matched' }
    case op.rune:
    case op.rune1:
      return readCharacter(runes, arg, out)
    case op.any:
      return { kind: 'character', ranges: [0, lastCodePoint], next: out }
    case anyButLineBreak:
      return { kind: 'character', ranges: [0, 9, 11, lastCodePoint], next: out }
    default:
      return null
  }
}

const readEdge = (asked: number, next: number): Step | null => {
  if ((asked & ~(beginOfText | endOfText)) !== 0) return null
  return { kind: 'edge', atBegin: (asked & beginOfText) !== 0, atEnd: (asked & endOfText) !== 0, next }
}

const readCharacter = (runes: ArrayLike<number>, arg: number, next: number): Step | null => {
  const [only, ...more] = Array.from(runes)
  if (only === undefined) return { kind: 'failed' }
  if (more.length > 0) return { kind: 'character', ranges: [only, ...more], next }
  const alike = (arg & foldCase) === 0 ? [only] : inEitherCase(only)
  return alike && { kind: 'character', ranges: alike.flatMap((one) => [one, one]), next }
}

/** Whether a step takes a code point. */
export const isTaken = ({ ranges }: CharacterStep, character: number): boolean => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] ?? 0) + (middle % 2) <= character) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}

/** Code points that are one letter but for its case: two of ASCII's have a third form. Null for those beyond ASCII. */
const inEitherCase = (letter: number): number[] | null => {
  const text = String.fromCodePoint(letter)
  if (!/^[a-z]$/i.test(text)) return null
  const [upper, lower] = [text.toUpperCase(), text.toLowerCase()].map((one) => one.charCodeAt(0)) as [number, number]
  const third = lower === letterK ? [kelvinSign] : lower === letterS ? [longS] : []
  return [upper, lower, ...third]
}

const letterK = 0x6b
const kelvinSign = 0x212a
const letterS = 0x73
const longS = 0x17f
