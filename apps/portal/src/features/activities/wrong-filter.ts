import { subjectKinds } from '@holdfast/contract'
import { valuesOf } from '../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../shared/list/list-search.ts'

const reference = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** Parts of an address that only links set, and what they can name. */
const known = {
  subjects: new RegExp(`^(?:${subjectKinds.join('|')}):.`),
  support_reference: reference,
  listening_reference: reference,
} as const

/** What an address names of which the trail knows nothing, such as a subject of no kind. The server would refuse it. */
export const unknownIn = (filter: FilterValues): string[] =>
  Object.entries(known).flatMap(([name, pattern]) => valuesOf(filter, name).filter((value) => !pattern.test(value)))

/** The rest of such an address. */
export const withoutUnknown = (filter: FilterValues): FilterValues =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => {
      const pattern = known[name as keyof typeof known]
      if (!pattern) return [[name, value]]
      const rest = valuesOf(filter, name).filter((one) => pattern.test(one))
      return rest.length > 0 ? [[name, typeof value === 'string' ? value : rest]] : []
    }),
  )
