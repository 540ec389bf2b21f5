import type { FindText } from '../message.ts'
import { valueInWords } from './value-words.ts'

interface ParameterFact {
  label: string
  value: string
}

/** Parameters of a call as facts in words, those within others too. */
export const parameterFacts = (parameters: Readonly<Record<string, unknown>>, findText: FindText): ParameterFact[] =>
  Object.entries(parameters).flatMap(([name, value]): ParameterFact[] => {
    const label = findText(`param.${name}`) ?? name
    if (value === null || value === undefined) return []
    if (Array.isArray(value))
      return [{ label, value: value.map((one) => valueInWords(name, one, findText)).join(', ') }]
    if (typeof value === 'object') return parameterFacts(value as Record<string, unknown>, findText)
    return [{ label, value: valueInWords(name, value, findText) }]
  })
