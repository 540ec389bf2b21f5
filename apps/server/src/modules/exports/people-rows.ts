import { type CallDeclaration, limits, type MessageSnippet } from '@holdfast/contract'
import type { FileMessage, FileReader, FileTable } from '@holdfast/words'
import { type RequestContext, readForExport, type ServedCall } from '../../core/calls/index.ts'
import { itemFormat } from '../../platform/http/index.ts'
import { isReasonRequired } from '../account-settings/index.ts'
import { namesOfDeviceUsers } from '../device-users/index.ts'
import { namesOfPeople } from '../portal-users/index.ts'
import { itemSchemaOf, type Schema } from './item-schema.ts'
import { itemOfTexts, type Texts } from './text-rows.ts'

/** An item, and who reads it, with the names that they may see on its page. */
export interface PeopleRow {
  item: unknown
  reader: FileReader
}

/** The language and time zone of a reader, without names and texts. */
export type ReaderLanguage = Omit<FileReader, 'deviceUserName' | 'colleagueName' | 'beginningOf'>

interface NamedRows {
  table: FileTable<unknown>
  /** The call that opens messages, if the file has their beginnings. */
  snippets: ServedCall | null
  language: ReaderLanguage
  /** Colleagues who are named besides those of the rows. */
  alsoNamed: readonly string[]
  /** Is called for each page. */
  onReader: (reader: FileReader) => void
}

interface ListedPage {
  items: readonly unknown[]
  last_key: string | null
  has_text_rows?: true
}

/**
 * A list whose items are `PeopleRow`s. The names of each page are read with the rights with which its items are read: a reader finds no
 * name in a file that the screen does not show them.
 */
export const withNames = (
  { call, handler }: ServedCall,
  { table, snippets, language, alsoNamed, onReader }: NamedRows,
): ServedCall => {
  const valuesOf = itemsOf(call)
  return {
    call,
    handler: async (ctx, input) => {
      const page = (await handler(ctx, input)) as ListedPage
      const items = valuesOf(page)
      const messages = snippets ? items.flatMap((item) => table.messageOf?.(item) ?? []) : []
      const [deviceUsers, colleagues, beginnings] = await Promise.all([
        deviceUserNames(ctx, references(items, table.deviceUsersOf)),
        namesOfPeople(ctx, [...references(items, table.colleaguesOf), ...alsoNamed]),
        snippets ? beginningsOf(ctx, snippets, messages) : new Map<string, string>(),
      ])
      const reader: FileReader = {
        ...language,
        deviceUserName: (reference) => deviceUsers.get(reference),
        colleagueName: (reference) => colleagues.get(reference),
        beginningOf: (reference) => beginnings.get(reference),
      }
      onReader(reader)
      return { items: items.map((item): PeopleRow => ({ item, reader })), last_key: page.last_key }
    },
  }
}

/** The items of a page as values, whether it has values or texts. */
const itemsOf = (call: CallDeclaration): ((page: ListedPage) => readonly unknown[]) => {
  const schema: Schema = itemSchemaOf(call)
  const { assertValid } = itemFormat(call, schema)
  const fromTexts = itemOfTexts(schema)
  return ({ items, has_text_rows: areTexts }) => {
    if (areTexts) return items.map((item) => fromTexts(item as Texts))
    for (const item of items) assertValid(item)
    return items
  }
}

const references = (
  items: readonly unknown[],
  of: ((item: unknown) => readonly (string | null)[]) | undefined,
): string[] => (of ? [...new Set(items.flatMap((item) => of(item).filter((reference) => reference !== null)))] : [])

const deviceUserNames = async (
  ctx: RequestContext,
  device_user_references: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (device_user_references.length === 0) return new Map()
  const groups = await ctx.groupsFor('device_users:read')
  const named = await ctx.read((tx) => namesOfDeviceUsers(tx, { device_user_references, groups }))
  return new Map(named.map(({ device_user_reference, name }) => [device_user_reference, name]))
}

/**
 * The beginnings of messages that the caller may both play and download, because content leaves by downloads alone. The call that shows them
 * in lists opens them, so each is recorded as it is there; it takes a reason where the account asks for one, and a file has none to give.
 */
const beginningsOf = async (
  ctx: RequestContext,
  snippets: ServedCall,
  messages: readonly FileMessage[],
): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>()
  if (messages.length === 0 || (await isReasonRequired(ctx))) return found
  const groups = await ctx.groups()
  const allowed = messages.filter(({ group: name, payload_type }) => {
    const group = groups.get(name)
    const may = (action: 'payloads:play' | 'payloads:download') => ctx.access.can(action, { group, payload_type })
    return group !== undefined && may('payloads:play') && may('payloads:download')
  })
  const session = {
    access: ctx.access,
    access_version: ctx.access_version ?? 0,
    is_address_admitted: ctx.is_address_admitted,
  }
  for (let at = 0; at < allowed.length; at += limits.maxReferencesInBatch) {
    const payload_references = allowed
      .slice(at, at + limits.maxReferencesInBatch)
      .map((message) => message.payload_reference)
    const { items } = (await readForExport(ctx, snippets, { params: {}, query: { payload_references } }, session)) as {
      items: MessageSnippet[]
    }
    for (const { payload_reference, snippet } of items) if (snippet !== null) found.set(payload_reference, snippet)
  }
  return found
}
