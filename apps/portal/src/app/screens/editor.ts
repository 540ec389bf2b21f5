import type { Action } from '@holdfast/contract'
import type { MessageId } from '../../shared/i18n/text.ts'
import type { Screen } from '../screen.ts'

/**
 * The form for creating, the screen of one item, and that of an item whose reference is `create`
 * (shared/access/addresses.ts).
 */
export const editor = <const List extends `/${string}`, const Param extends string>(
  list: List,
  param: Param,
  screen: { title: MessageId; read: Action; write: Action; load: Screen['load'] } & Pick<Screen, 'search'>,
) => {
  const { title, read, write, load, search } = screen
  return [
    { path: `${list}/create`, title, load, actions: [write], ...(search && { search }) },
    { path: `${list}/$${param}`, title, load, actions: [read] },
    { path: `${list}/named/$${param}`, title, load, actions: [read] },
  ] as const
}
