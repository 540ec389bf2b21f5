import { useIntl } from 'react-intl'
import { rememberedName, useNames } from '../../../shared/found/use-names.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'

const mostNamed = 3

/**
 * A function that names the device user and the few numbers that a list is filtered by, as the filters above the rows name them;
 * `undefined` for other filters.
 */
export const useBetweenHeading = (
  filter: FilterValues,
): ((names: ReadonlyMap<string, string>) => string) | undefined => {
  const t = useText()
  const intl = useIntl()
  const people = valuesOf(filter, 'device_user_references')
  const numbers = valuesOf(filter, 'numbers')
  const [person] = people
  const nameOf = useNames(person === undefined ? [] : [person])
  if (person === undefined || people.length > 1 || numbers.length === 0 || numbers.length > mostNamed) return undefined
  return (names) => {
    const others = intl.formatList(numbers.map((number) => rememberedName(number) ?? names.get(number) ?? number))
    return t('between.heading', { person: nameOf(person), others })
  }
}
