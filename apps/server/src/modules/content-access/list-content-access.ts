import type { Group } from '@holdfast/access'
import type { CallInput, ContentAccess, calls } from '@holdfast/contract'
import type { RunningVisit } from '../../core/authorization/index.ts'
import { answerList, cappedTotal, maxCountedRows, type RequestContext } from '../../core/calls/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Position } from '../../platform/http/index.ts'
import { eventLoopYielder } from '../../platform/yield-to-event-loop.ts'
import { type AssigneeKind, accessToContent, type Content, type ContentAction, canFind } from '../explanations/index.ts'
import { accountAt, visitsAt } from './account-at.ts'
import { type AssigneeAt, assigneesAt } from './assignees-at.ts'
import { type ContentAsked, contentAsked, type Filter } from './content-asked.ts'

/** A row before it is worked out which actions and roles it has. */
interface FoundAccess {
  assignee: AssigneeAt
  group: Group
  contents: readonly Content[]
}

/**
 * `GET /access/content`: who could open recordings at a moment. Roles are evaluated as they are for a call of that moment, so the list says
 * what was possible, not what was done.
 */
export const listContentAccess = async (ctx: RequestContext, { query }: CallInput<typeof calls.listContentAccess>) => {
  const asked = await contentAsked(ctx, query.filter ?? {})
  const visits = await visitsAt(ctx.platform.database, ctx.client, asked.at)
  const found = (position: Position | null, limit: number) =>
    ctx.read((tx) => findAccess(tx, { asked, visits, position, limit }))
  return answerList<Filter, FoundAccess, ContentAccess>(ctx, query, {
    list: 'content_access',
    rows: (_filter, limit, position) => found(position, limit),
    positionOf: ({ assignee, group }) => [assignee.kind, assignee.reference, group.group_reference],
    toItems: (rows) => toItems(rows, asked.open),
    total: async () => cappedTotal((await found(null, maxCountedRows)).length),
  })
}

interface Search {
  asked: ContentAsked
  visits: readonly RunningVisit[]
  position: Position | null
  limit: number
}

const findAccess = async (
  tx: TenantTransaction,
  { asked, visits, position, limit }: Search,
): Promise<FoundAccess[]> => {
  const account = await accountAt(tx, asked.at)
  if (asked.open.length === 0) return []
  const groups = account.groups.filter(
    ({ group_reference }) => (asked.groups?.includes(group_reference) ?? true) && asked.maySee(group_reference),
  )
  const contents = new Map(
    groups.map((group) => [group, asked.types.map((payload_type) => ({ group, payload_type, open: asked.open }))]),
  )
  const [kind, reference, lastGroup] = position ?? ['person', '', '']
  const from = { kind: kind as AssigneeKind, reference: String(reference) }
  const turn = eventLoopYielder()
  const found: FoundAccess[] = []
  for await (const assignee of assigneesAt(tx, account, { from, only: asked.people, visits })) {
    const isContinued = assignee.kind === from.kind && assignee.reference === from.reference
    for (const [group, each] of contents) {
      if (isContinued && group.group_reference <= String(lastGroup)) continue
      if (each.some((content) => canFind(assignee.sets, content))) found.push({ assignee, group, contents: each })
      if (found.length === limit) return found
      await turn()
    }
  }
  return found
}

const toItems = async (rows: readonly FoundAccess[], open: readonly ContentAction[]): Promise<ContentAccess[]> => {
  const turn = eventLoopYielder()
  const items: ContentAccess[] = []
  for (const { assignee, group, contents } of rows) {
    const answers = contents.map((content) => ({ ...accessToContent(assignee.sets, content), ...content }))
    const typesWith = (action: ContentAction) =>
      open.includes(action)
        ? answers.flatMap(({ actions, payload_type }) => (actions.includes(action) ? payload_type : []))
        : []
    items.push({
      user_reference: assignee.reference,
      is_client_app: assignee.kind === 'app',
      display_name: assignee.display_name,
      group_reference: group.group_reference,
      find: typesWith('payloads:read'),
      play: typesWith('payloads:play'),
      download: typesWith('payloads:download'),
      deciding_roles: [...new Set(answers.flatMap(({ deciding_roles }) => deciding_roles))],
      depends_on_address: answers.some(({ depends_on_address }) => depends_on_address),
    })
    await turn()
  }
  return items
}
