import { calls, type SupportAccess } from '@holdfast/contract'
import { callApi, session } from '../shared/api/client.ts'
import { messagesLoaded, text } from '../shared/i18n/text.ts'
import { clearNotices, lastingNotice } from '../shared/notices/notice.ts'
import type { Support, VisitEnd } from '../shared/session/session-state.ts'

interface TabMessage {
  requestReference: string
  how: VisitEnd
}

/**
 * Ends a visit in all tabs of the browser as soon as one of them learns that it is over, and reports why. Background
 * tabs depend on these messages, because their timers are throttled.
 */
export const watchVisitEnds = (): void => {
  const channel = new BroadcastChannel('holdfast.visit')
  channel.addEventListener('message', ({ data: { requestReference, how } }: MessageEvent<TabMessage>) => {
    if (session.state().support?.requestReference === requestReference) session.endSupport(how)
  })
  session.onVisitEnd((visit, how) => {
    const { client, requestReference } = visit
    if (how === 'left') channel.postMessage({ requestReference, how: 'left_elsewhere' } satisfies TabMessage)
    if (how === 'left_elsewhere') lastingNotice(text('support.ended'), text('support.ended_elsewhere', { client }))
    if (how !== 'over') return
    channel.postMessage({ requestReference, how } satisfies TabMessage)
    // Earlier notices may name the customer's data.
    clearNotices()
    void sayWhy(visit)
  })
}

const sayWhy = async (visit: Support): Promise<void> => {
  const { client, requestReference: request_reference } = visit
  const request = await callApi(calls.getClientSupportAccess, {
    params: { client, request_reference },
    isQuiet: true,
  }).catch(() => null)
  await messagesLoaded()
  lastingNotice(text('support.ended'), whyEnded(visit, request))
}

const whyEnded = ({ client, expiresAt }: Support, request: SupportAccess | null): string => {
  const reason = request?.rejection_reason
  switch (request?.approval_state) {
    case 'revoked':
      return reason
        ? text('support.ended_revoked_because', { client, reason })
        : text('support.ended_revoked', { client })
    case 'canceled':
      return text('support.ended_canceled', { client })
    case 'expired':
      return text('support.ended_expired', { client })
    default:
      // The server's clock may be behind this browser's.
      return text(Date.parse(expiresAt) <= Date.now() ? 'support.ended_expired' : 'support.ended_otherwise', { client })
  }
}
