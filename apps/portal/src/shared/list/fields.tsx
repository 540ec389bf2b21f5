import type { ReactNode } from 'react'
import { Colleague } from '../found/colleague.tsx'
import type { MessageId } from '../i18n/text.ts'
import { useText } from '../i18n/text.ts'
import { DeviceUserText } from '../recordings/who-text.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'
import type { Fact } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import type { Column } from './column.ts'
import type { FilterField } from './filter-fields.ts'

/**
 * The vocabulary of fields: how a group, a person, a moment, an author, a text, a flag or a number is shown and filtered on
 * every screen. A field is a column of a list, knows the filter of its list if there is one, and is a line among the facts of
 * an item (`factsOf`). A screen writes a cell of its own only where it shows something that no field does.
 */
export interface Field<Item> extends Column<Item> {
  filter?: FilterField
}

type Has<Name extends string, Value> = { readonly [N in Name]: Value }
/** What a screen decides: where there is room for the column, and what its list calls it. */
type Place<Item> = Partial<Pick<Column<Item>, 'title' | 'width' | 'priority' | 'isOptional' | 'wraps'>>

export const none = '–'

/** The group of an item, found in the filter by any part of its reference. */
export const groupField = <Item extends Has<'group', string | null>>(place: Place<Item> = {}): Field<Item> => {
  const title = place.title ?? 'field.group'
  return {
    id: 'group',
    title,
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: ({ group }) => group ?? none,
    filter: { kind: 'found', finds: 'group', name: 'groups', label: title },
    ...place,
  }
}

/** The device user of an item, by name, found in the filter by name or reference. */
export const personField = <Item extends Has<'device_user_reference', string>>(
  place: Place<Item> = {},
): Field<Item> => {
  const title = place.title ?? 'field.person'
  return {
    id: 'device_user_reference',
    title,
    width: 'minmax(7rem, 1.1fr)',
    priority: 1,
    cell: ({ device_user_reference }) => <DeviceUserText reference={device_user_reference} />,
    filter: { kind: 'found', finds: 'device_user', name: 'device_user_references', label: title },
    ...place,
  }
}

/** A point in time. */
export const momentField = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
  place: Place<Item> = {},
): Field<Item> => ({
  id: name,
  title,
  width: 'minmax(9.5rem, 0.8fr)',
  priority: 2,
  cell: ({ [name]: time }) => (time === null ? none : <Moment time={time} />),
  ...place,
})

/** Who did something, by name. */
export const authorField = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
  place: Place<Item> = {},
): Field<Item> => ({
  id: name,
  title,
  width: 'minmax(7rem, 0.8fr)',
  priority: 3,
  isOptional: true,
  cell: ({ [name]: author }) => (author === null ? none : <Colleague author={author} />),
  ...place,
})

/** A text that people wrote, such as a reason: cut in a list, whole in its tooltip. */
export const textField = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
  place: Place<Item> = {},
): Field<Item> => ({
  id: name,
  title,
  width: 'minmax(7rem, 1.4fr)',
  priority: 2,
  cell: ({ [name]: text }) => (text === null ? none : <span title={text}>{text}</span>),
  ...place,
})

interface FlagWords {
  title: MessageId
  yes: MessageId
  no: MessageId
  /** Of the badge while it is set; neutral otherwise. */
  tone: Tone
}

const Flag = ({ isSet, yes, no, tone }: Omit<FlagWords, 'title'> & { isSet: boolean }) => {
  const t = useText()
  return <Badge tone={isSet ? tone : 'neutral'}>{t(isSet ? yes : no)}</Badge>
}

/** One of two states, as a badge. */
export const flagField = <const Name extends string, Item extends Has<Name, boolean>>(
  name: Name,
  { title, ...words }: FlagWords,
  place: Place<Item> = {},
): Field<Item> => ({
  id: name,
  title,
  width: '6.5rem',
  priority: 1,
  cell: ({ [name]: isSet }) => <Flag isSet={isSet} {...words} />,
  filter: { kind: 'flag', name, label: words.yes },
  ...place,
})

/** The filters of a list with these fields. */
export const filtersOf = <Item,>(fields: readonly Field<Item>[]): FilterField[] =>
  fields.flatMap(({ filter }) => filter ?? [])

/** The fields as facts of an item, in their order; those that are `none` are left out. */
export const factsOf = <Item,>(fields: readonly Field<Item>[], item: Item, t: (id: MessageId) => string): Fact[] =>
  fields.map(({ title, cell }) => {
    const value: ReactNode = cell(item)
    return { label: t(title), value: value === none ? null : value }
  })
