import { useIntl } from 'react-intl'
import { rememberedName, useNames } from '../../../shared/found/use-names.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { valuesOf } from '../../../shared/list/filter-fields.ts'
import type { FilterValues } from '../../../shared/list/list-search.ts'

const mostNamed = 3

/**
 * A function that names the device users and the numbers that a list is filtered by, as the filters above the rows name them; `undefined`
 * unless it is filtered by both.
 */
export const useBetweenHeading = (
  filter: FilterValues,
): ((names: ReadonlyMap<string, string>) => string) | undefined => {
  const t = useText()
  const intl = useIntl()
  const people = valuesOf(filter, 'device_user_references')
  const numbers = valuesOf(filter, 'numbers')
  const nameOf = useNames(people.slice(0, mostNamed))
  if (people.length === 0 || numbers.length === 0) return undefined
  const listOf = (values: readonly string[], nameOfOne: (value: string) => string): string => {
    const named = values.slice(0, mostNamed).map(nameOfOne)
    const more = values.length - named.length
    return intl.formatList(more > 0 ? [...named, t('between.more', { count: more })] : named, {
      type: 'conjunction',
    })
  }
  const isOfTwo = people.length === 1 && numbers.length === 1
  return (names) =>
    // 'Between' needs an 'and' of its own, which would not show where the other side begins.
    t(isOfTwo ? 'between.heading' : 'between.heading_of_several', {
      person: listOf(people, nameOf),
      others: listOf(numbers, (number) => rememberedName(number) ?? names.get(number) ?? number),
    })
}
