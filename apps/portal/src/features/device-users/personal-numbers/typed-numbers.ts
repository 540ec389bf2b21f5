import { dialledNumber, fieldProblem, isDialledNumber, PersonalNumber } from '@holdfast/contract'

interface TypedNumbers {
  /** Each once, as calls take them. */
  numbers: string[]
  /** What is no number with its country code, as it was typed. */
  wrong: string[]
}

/** Between numbers: ends of lines, punctuation, and white space before a number that begins with a plus. */
const between = /[\n\r\t,;]+|\s+(?=\+)/

/** Without the zero that is only dialled at home, and what people write between digits or copy with a number. */
const numberIn = (typed: string): string =>
  isDialledNumber(typed) ? dialledNumber(typed.replace('(0)', '')).replace(/^00/, '+') : typed

/** The numbers in a text that somebody typed or pasted. */
export const typedNumbers = (text: string): TypedNumbers => {
  const read = text
    .split(between)
    .map((typed) => typed.trim())
    .filter((typed) => typed !== '')
    .map((typed) => ({ typed, number: numberIn(typed) }))
  const isRight = ({ number }: (typeof read)[number]): boolean => fieldProblem(PersonalNumber, number) === null
  return {
    numbers: [...new Set(read.filter(isRight).map(({ number }) => number))],
    wrong: [...new Set(read.filter((one) => !isRight(one)).map(({ typed }) => typed))],
  }
}
