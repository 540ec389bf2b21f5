import type { PayloadType } from '@holdfast/contract'
import type { Language } from '../activities/trail-row.ts'
import type { MessageId } from '../message.ts'
import { authorInWords } from '../people/author-words.ts'
import { displayText } from '../recordings/display-text.ts'

/** Somebody who reads a file: their language and time zone, and the names that they may see. */
export interface FileReader extends Language {
  formatMoment: (time: string) => string
  /** A day without a time, which is the same in every time zone. */
  formatDay: (day: string) => string
  deviceUserName: (reference: string) => string | undefined
  colleagueName: (reference: string) => string | undefined
  formatSize: (bytes: number) => string
  /** The beginning of a message, if they may have it in a file. */
  beginningOf: (payload_reference: string) => string | undefined
}

/** `moment`: an ISO time; `day`: one without a time; `duration`: seconds. All others are written as they are. */
export type FileCellKind = 'text' | 'moment' | 'day' | 'count' | 'bytes' | 'duration'
export type FileValue = string | number | null

/** A column of a file that people read. */
export interface FileColumn<Item> {
  /** The columns of the screen that show it. */
  ids: readonly string[]
  title: MessageId
  kind: FileCellKind
  cellOf: (item: Item, reader: FileReader) => FileValue
  /** It is in every file, whatever columns were asked for: it says which row it is. */
  isAlways?: true
  /** Messages are opened for it, and recorded as opened: it is in a file only if it was asked for. */
  opensMessages?: true
}

/** A message whose beginning a cell has. */
export interface FileMessage {
  payload_reference: string
  payload_type: PayloadType
  group: string
}

/** The rows of a list in a file that people read. */
export interface FileTable<Item> {
  columns: readonly FileColumn<Item>[]
  /** The device users whose names its cells have. */
  deviceUsersOf?: (item: Item) => readonly (string | null)[]
  /** The colleagues whose names its cells have. */
  colleaguesOf?: (item: Item) => readonly (string | null)[]
  /** The message of a row, if it may be opened as far as the row says. */
  messageOf?: (item: Item) => FileMessage | null
}

type Has<Name extends string, Value> = { readonly [N in Name]: Value }

const column = <Item>(
  kind: FileCellKind,
  id: string | readonly string[],
  title: MessageId,
  cellOf: FileColumn<Item>['cellOf'],
): FileColumn<Item> => ({ ids: typeof id === 'string' ? [id] : id, title, kind, cellOf })

export const textColumn = <Item>(
  id: string | readonly string[],
  title: MessageId,
  cellOf: (item: Item, reader: FileReader) => string | null,
): FileColumn<Item> =>
  column('text', id, title, (item, reader) => {
    const text = cellOf(item, reader)
    return text === null ? null : displayText(text)
  })

/** A column with beginnings of messages. */
export const openedColumn = <Item>(
  id: string,
  title: MessageId,
  cellOf: (item: Item, reader: FileReader) => string | null,
): FileColumn<Item> => ({ ...textColumn(id, title, cellOf), opensMessages: true })

export const countColumn = <Item>(
  id: string,
  title: MessageId,
  cellOf: (item: Item) => number | null,
): FileColumn<Item> => column('count', id, title, cellOf)

export const bytesColumn = <Item>(
  id: string,
  title: MessageId,
  cellOf: (item: Item) => number | null,
): FileColumn<Item> => column('bytes', id, title, cellOf)

/** @param cellOf gives seconds */
export const durationColumn = <Item>(
  id: string | readonly string[],
  title: MessageId,
  cellOf: (item: Item) => number | null,
): FileColumn<Item> =>
  column('duration', id, title, (item) => {
    const seconds = cellOf(item)
    return seconds === null ? null : Math.floor(seconds)
  })

export const momentColumn = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
): FileColumn<Item> => column('moment', name, title, (item) => item[name])

/** A day without a time, which is the same in every time zone. */
export const dayColumn = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
): FileColumn<Item> => column('day', name, title, (item) => item[name])

/** A field with a text that is written as it is. */
export const fieldColumn = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
): FileColumn<Item> => textColumn(name, title, (item) => item[name])

/** The reference of the row. */
export const referenceColumn = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
): FileColumn<Item> => ({ ...fieldColumn<Name, Item>(name, title), isAlways: true })

/** A colleague: the name, and the reference in brackets. */
export const colleagueColumn = <const Name extends string, Item extends Has<Name, string | null>>(
  name: Name,
  title: MessageId,
): FileColumn<Item> => textColumn(name, title, (item, reader) => colleagueText(item[name], reader))

export const colleagueText = (author: string | null, { t, colleagueName }: FileReader): string | null => {
  if (author === null) return null
  const known = colleagueName(author)
  return known === undefined ? authorInWords(author, t, () => undefined) : `${known} (${author})`
}

/** A device user: the name, and beside it the reference. */
export const deviceUserColumns = <Item extends Has<'device_user_reference', string | null>>(
  title: MessageId,
): FileColumn<Item>[] => [
  textColumn('device_user_reference', title, ({ device_user_reference: user }, { deviceUserName }) =>
    user === null ? null : (deviceUserName(user) ?? null),
  ),
  fieldColumn('device_user_reference', 'export_file.device_user_reference'),
]
