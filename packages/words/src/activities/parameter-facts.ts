import type { FindText } from '../message.ts'
import type { DateInWords } from './date-words.ts'
import { valueInWords } from './value-words.ts'

interface ParameterFact {
  label: string
  value: string
}

/**
 * Parameters of a call as facts in words, those within others too.
 * @param dateInWords without it, dates stay as the call has them
 */
export const parameterFacts = (
  parameters: Readonly<Record<string, unknown>>,
  findText: FindText,
  dateInWords?: DateInWords,
): ParameterFact[] =>
  Object.entries(parameters).flatMap(([name, value]): ParameterFact[] => {
    const label = findText(`param.${name}`) ?? name
    if (value === null || value === undefined) return []
    if (Array.isArray(value))
      return [{ label, value: value.map((one) => valueInWords(name, one, findText)).join(', ') }]
    if (typeof value === 'object') return parameterFacts(value as Record<string, unknown>, findText, dateInWords)
    const date = typeof value === 'string' ? dateInWords?.(name, value) : undefined
    return [{ label, value: date ?? valueInWords(name, value, findText) }]
  })
