import type { Session } from '../../core/authorization/index.ts'
import { type RequestContext, readForExport, type ServedCall } from '../../core/calls/index.ts'
import type { ListInput } from './exported-list.ts'
import type { ListedItems } from './row-format.ts'

/** Larger pages than a list has: each costs a transaction and a look at the caller's rights. */
const pageRows = 2_000

interface ListedPage {
  items: readonly unknown[]
  last_key: string | null
  has_text_rows?: true
}

interface ReadPage {
  session: Session
  page: ListedPage
}

export interface ExportedPage extends ListedItems {
  /** Roles, groups or tags have changed since the export began, so rows may be missing that the list had then. */
  hasAccessChanged: boolean
}

/**
 * The rows of a list, page after page. A page is read while the one before it is sent; if anybody's rights in the account changed
 * meanwhile, it is read again.
 * @param currentSession throws when the caller may not export the list any more
 */
export async function* exportedRows(
  ctx: RequestContext,
  list: ServedCall,
  { params, query }: ListInput,
  currentSession: () => Promise<Session>,
): AsyncGenerator<ExportedPage> {
  const read = async (session: Session, last_key: string | null): Promise<ReadPage> => {
    const input = { params, query: { ...query, limit: pageRows, ...(last_key === null ? {} : { last_key }) } }
    return { session, page: (await readForExport(ctx, list, input, session)) as ListedPage }
  }
  const first = await currentSession()
  let reading: Promise<ReadPage> | null = read(first, null)
  let last_key: string | null = null
  while (reading) {
    const early: ReadPage = await reading
    const session = await currentSession()
    const { page }: ReadPage = isSame(session, early.session) ? early : await read(session, last_key)
    last_key = page.last_key
    reading = last_key === null ? null : read(session, last_key)
    // Awaited in the next round, or never if nobody reads on.
    reading?.catch(() => undefined)
    yield { items: page.items, areTexts: page.has_text_rows ?? false, hasAccessChanged: !isSame(session, first) }
  }
}

/** Whether the caller may do the same: the account's roles, groups and tags are the same, and the caller's own roles. */
const isSame = (one: Session, other: Session): boolean =>
  one.access_version === other.access_version && one.roles.join('\n') === other.roles.join('\n')
