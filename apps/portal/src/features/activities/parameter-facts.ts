import { valueInWords } from '@holdfast/words'
import type { FindText } from '../../shared/i18n/text.ts'
import type { Fact } from '../../shared/ui/facts.tsx'

/** Parameters of a call as facts in words, those within others too. */
export const parameterFacts = (parameters: Readonly<Record<string, unknown>>, findText: FindText): Fact[] =>
  Object.entries(parameters).flatMap(([name, value]): Fact[] => {
    const label = findText(`param.${name}`) ?? name
    if (value === null || value === undefined) return []
    if (Array.isArray(value))
      return [{ label, value: value.map((one) => valueInWords(name, one, findText)).join(', ') }]
    if (typeof value === 'object') return parameterFacts(value as Record<string, unknown>, findText)
    return [{ label, value: valueInWords(name, value, findText) }]
  })
