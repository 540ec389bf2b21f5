import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { type Action, liveNotices, type PortalEvent, type PortalEventKind } from '@holdfast/contract'
import { providerClient } from '../../core/accounts/index.ts'
import type { CurrentCaller, RequestContext } from '../../core/calls/index.ts'
import type { EventListener } from '../../core/notices/index.ts'
import type { Audience } from '../../platform/database/index.ts'

const heartbeatMs = 25_000
/** A stream ends after this time, and the portal reconnects with a fresh token. */
const longestStreamMs = 5 * 60_000
/** Time between two checks of what the caller may see. Events in between are sent together. */
const pauseMs = 250
/** A stream that is not read is closed rather than buffered further. Its screen reloads when it reconnects. */
const maxWaiting = 1_000
const maxUnreadBytes = 256 * 1024
const graceMs = 20

/**
 * `GET /events`: server-sent events about what the caller may see. Session and access are checked again before anything is
 * sent: the stream follows changes of roles, and ends when the caller is removed, signs out, or their visit ends.
 */
export const streamEvents = (ctx: RequestContext) => {
  const stream = new PassThrough()
  const end = () => stream.end()
  const unsubscribe = ctx.platform.events.subscribe(ctx.client, { onEvent: eventSender(ctx, stream), onGap: end })
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

/** The remaining time of a visit and a little more, so that a client that reconnects at once learns that it is over. */
const visitLastsMs = ({ caller }: RequestContext): number => {
  const endsAt = caller.kind === 'portal_user' ? caller.visit?.ends_at : undefined
  return endsAt === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(endsAt) - Date.now()) + graceMs
}

interface WaitingEvent {
  event: PortalEvent
  audience: Audience | undefined
}

/** Returns a function that accepts events and sends those that the caller may see, in order. */
const eventSender = (ctx: RequestContext, stream: PassThrough): EventListener['onEvent'] => {
  const waiting: WaitingEvent[] = []
  let isSending = false

  const send = async (): Promise<void> => {
    while (waiting.length > 0 && stream.writable) {
      const events = waiting.splice(0)
      const caller = await ctx.currentCaller()
      if (!stream.writable) return
      for (const { event } of events.filter((one) => isFor(ctx, caller, one))) {
        stream.write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`)
      }
      await pause(pauseMs, undefined, { ref: false })
    }
  }

  return (event, audience) => {
    if (waiting.length === maxWaiting || stream.writableLength > maxUnreadBytes) stream.end()
    if (!stream.writable) return
    waiting.push({ event, audience })
    if (isSending) return
    isSending = true
    send()
      .catch(() => stream.end())
      .finally(() => {
        isSending = false
      })
  }
}

/** In the provider's account, support access requests and alerts are read with actions of its staff. */
const staffActions: Partial<Record<PortalEventKind, Action>> = {
  support_access: 'internal:support',
  alert: 'internal:alerts',
}

const readActionOf = (client: string, kind: PortalEventKind): Action | null =>
  (client === providerClient ? staffActions[kind] : undefined) ?? liveNotices[kind].action

const isFor = (ctx: RequestContext, caller: CurrentCaller, { event, audience }: WaitingEvent): boolean => {
  const action = readActionOf(ctx.client, event.kind)
  return isAddressed(ctx, caller, audience) || (action !== null && maySee(action, caller, event))
}

/** Only people of the account itself: staff on a visit and client apps have nothing of their own in it. */
const isAddressed = (
  { caller }: RequestContext,
  { session }: CurrentCaller,
  audience: Audience | undefined,
): boolean => {
  if (!audience || caller.kind !== 'portal_user' || caller.visit) return false
  return audience.people.includes(session.user_reference) || session.roles.some((role) => audience.roles.includes(role))
}

const maySee = (action: Action, { access, groups }: CurrentCaller, event: PortalEvent): boolean => {
  const { group, payload_type } = event
  const type = payload_type ? { payload_type } : {}
  if (!group) return access.can(action, type)
  const known = groups.get(group)
  return known !== undefined && access.can(action, { group: known, ...type })
}
