import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Action, PortalEvent } from '@holdfast/contract'
import { providerClient } from '../../platform/clients/clients.ts'
import type { CallerNow, RequestContext } from '../../platform/http/index.ts'

const heartbeatMs = 25_000
/** A stream ends after this, and the portal opens it again with a fresh token. */
const longestStreamMs = 5 * 60_000
/** Between two looks at what the caller may see: what happens meanwhile is told together. */
const pauseMs = 250
/** A screen that takes nothing in is left behind rather than remembered; it loads anew when it comes back. */
const mostWaiting = 1_000
const mostUnreadBytes = 256 * 1024
const graceMs = 20

/** What a caller must be allowed to do in the group of a changed thing to hear of it. */
const readActions = {
  payload: 'payloads:read',
  comment: 'comments:read',
  device: 'devices:read',
  device_user: 'device_users:read',
  group: 'groups:read',
  tag: 'tags:read',
  role: 'roles:read',
  app: 'apps:read',
  support_access: 'support_access:read',
  alert: 'alerts:read',
  session: 'account:read',
} as const satisfies Record<PortalEvent['kind'], string>

/**
 * `GET /events`: server-sent events of what the caller may see. Who they are and what they may see is asked anew before
 * anything is told: the stream follows their roles, and ends when they are removed or sign out, and with a visit.
 */
export const streamEvents = (ctx: RequestContext) => {
  const stream = new PassThrough()
  const end = () => stream.end()
  const unsubscribe = ctx.platform.events.subscribe(ctx.client, { onEvent: teller(ctx, stream), onGap: end })
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const ending = setTimeout(end, Math.min(longestStreamMs, visitLastsMs(ctx)))
  const leave = () => {
    clearInterval(heartbeat)
    clearTimeout(ending)
    unsubscribe()
  }
  stream.once('finish', leave).once('close', leave)
  stream.write('retry: 1000\n\n')
  ctx.reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  return stream as never
}

/** How long a visit still lasts; a moment longer, so that whoever comes back at once is told that it is over. */
const visitLastsMs = ({ caller }: RequestContext): number => {
  const endsAt = caller.kind === 'portal_user' ? caller.visit?.ends_at : undefined
  return endsAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(endsAt) - Date.now()) + graceMs
}

/** Takes events and tells those that may be told, in their order. */
const teller = (ctx: RequestContext, stream: PassThrough): ((event: PortalEvent) => void) => {
  const waiting: PortalEvent[] = []
  let isTelling = false

  const tell = async (): Promise<void> => {
    while (waiting.length > 0 && stream.writable) {
      const events = waiting.splice(0)
      const caller = await ctx.callerNow()
      if (!stream.writable) return
      for (const event of events.filter((event) => mayHear(ctx.client, caller, event))) {
        stream.write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`)
      }
      await pause(pauseMs, undefined, { ref: false })
    }
  }

  return (event) => {
    if (waiting.length === mostWaiting || stream.writableLength > mostUnreadBytes) stream.end()
    if (!stream.writable) return
    waiting.push(event)
    if (isTelling) return
    isTelling = true
    tell()
      .catch(() => stream.end())
      .finally(() => {
        isTelling = false
      })
  }
}

/** What is asked of customers concerns the provider's staff who ask. */
const readActionOf = (client: string, kind: PortalEvent['kind']): Action =>
  client === providerClient && kind === 'support_access' ? 'internal:support' : readActions[kind]

const mayHear = (client: string, { access, groups }: CallerNow, event: PortalEvent): boolean => {
  const { kind, group, payload_type } = event
  const action = readActionOf(client, kind)
  const type = payload_type ? { payload_type } : {}
  if (!group) return access.can(action, type)
  const known = groups.get(group)
  return known !== undefined && access.can(action, { group: known, ...type })
}
