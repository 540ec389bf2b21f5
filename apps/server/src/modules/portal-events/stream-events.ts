import { PassThrough } from 'node:stream'
import type { PortalEvent } from '@holdfast/contract'
import type { RequestContext } from '../../platform/http/index.ts'

const heartbeatMs = 25_000
/** A stream ends after this, and the portal opens it again: whoever lost a role or an account learns nothing more. */
const longestStreamMs = 5 * 60_000

/** What a caller must be allowed to do in the group of a changed thing to hear of it. */
const readActions = {
  payload: 'payloads:read',
  device: 'devices:read',
  device_user: 'device_users:read',
  group: 'groups:read',
  role: 'roles:read',
  alert: 'alerts:read',
  session: 'account:read',
} as const satisfies Record<PortalEvent['kind'], string>

/** `GET /events`: server-sent events of what the caller may see. */
export const streamEvents = (ctx: RequestContext) => {
  const stream = new PassThrough()
  const send = (event: PortalEvent) => stream.write(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`)
  const unsubscribe = ctx.platform.events.subscribe(ctx.client, (event) => {
    mayHear(ctx, event).then(
      (may) => may && send(event),
      () => stream.end(),
    )
  })
  const heartbeat = setInterval(() => stream.write(': still here\n\n'), heartbeatMs)
  const ending = setTimeout(() => stream.end(), longestStreamMs)
  const forget = ctx.platform.events.whenStopping(() => stream.end())
  stream.once('close', () => {
    clearInterval(heartbeat)
    clearTimeout(ending)
    unsubscribe()
    forget()
  })
  stream.write('retry: 1000\n\n')
  ctx.reply.header('content-type', 'text/event-stream; charset=utf-8').header('x-accel-buffering', 'no')
  return stream as never
}

const mayHear = async (ctx: RequestContext, { kind, group, payload_type }: PortalEvent): Promise<boolean> => {
  if (group) return ctx.can(readActions[kind], group, payload_type ?? undefined)
  return ctx.access.can(readActions[kind], payload_type ? { payload_type } : {})
}
