import type { FindText, Translate } from '../message.ts'
import type { DateInWords } from './date-words.ts'
import { parameterFacts } from './parameter-facts.ts'
import { ruleInWords } from './rule-words.ts'
import { valueInWords } from './value-words.ts'

/** A fact of an event in words. Rules of retention need numbers in words, which other facts do not. */
export const factInWords = (
  name: string,
  value: unknown,
  t: Translate,
  findText: FindText,
  dateInWords?: DateInWords,
): string => {
  if (name === 'filter') return filterInWords(String(value), findText, dateInWords)
  if (name === 'not_sent_to') return notSentInWords(String(value), findText)
  if (name !== 'rules' || typeof value !== 'string') return valueInWords(name, value, findText)
  const lines = value.split(', ')
  return lines.map((line) => ruleInWords(line, t)).join('; ')
}

/** A filter that is recorded as JSON, in the words of parameters. One that is too long to be shown whole stays as it is. */
const filterInWords = (json: string, findText: FindText, dateInWords?: DateInWords): string => {
  try {
    const filter = JSON.parse(json) as Record<string, unknown>
    return parameterFacts(filter, findText, dateInWords)
      .map(({ label, value }) => `${label}: ${value}`)
      .join('; ')
  } catch {
    return json
  }
}

/** People who were not sent a report, each with the reason. */
const notSentInWords = (value: string, findText: FindText): string =>
  value
    .split(', ')
    .map((one) => {
      const [person = '', reason = ''] = one.split(': ')
      const words = findText(`reports.omission_${reason}`) ?? findText(`reports.mail_${reason}`) ?? reason
      return `${person} (${words})`
    })
    .join('; ')
