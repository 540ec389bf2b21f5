import type { Fact } from '../../shared/ui/facts.tsx'

/** Parameters of a call as facts, those within others by their path: `filter.groups`. */
export const parameterFacts = (parameters: Readonly<Record<string, unknown>>, path = ''): Fact[] =>
  Object.entries(parameters).flatMap(([name, value]): Fact[] => {
    const label = path === '' ? name : `${path}.${name}`
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) return [{ label, value: value.map(inWords).join(', ') }]
    if (typeof value === 'object') return parameterFacts(value as Record<string, unknown>, label)
    return [{ label, value: String(value) }]
  })

const inWords = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
