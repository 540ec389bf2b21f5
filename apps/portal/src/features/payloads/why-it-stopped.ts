import { type ApiError, apiErrorOf } from '../../shared/api/api-error.ts'
import { failureMessage } from '../../shared/notices/notice.ts'
import type { WhyNot } from './why-not.ts'

/** Not from the first byte: asking for that would be on record as another hearing. */
const oneByte = { headers: { range: 'bytes=1-1' } }
/** Longer than one byte it may not be; then it was there all the same. */
const rangeNotSatisfiable = 416

/**
 * Why content that was handed out does not play. An element that shows it tells no reason, so the address is asked: it is
 * refused or out of reach, or this browser has no decoder for it.
 */
export const whyItStopped = async (address: string, format: string): Promise<WhyNot> => {
  const response = await fetch(address, oneByte).catch(() => null)
  if (!response) return { title: 'why.unreachable_title', body: 'why.unreachable', mayPass: true }
  if (response.ok || response.status === rangeNotSatisfiable) {
    await response.body?.cancel()
    return { title: 'why.undecodable_title', body: 'why.undecodable', values: { format } }
  }
  return whyRefused(await apiErrorOf(response))
}

const whyRefused = (error: ApiError): WhyNot =>
  error.status === 401 || error.status === 403
    ? { title: 'why.ended_title', body: 'why.ended', mayPass: true }
    : { title: 'why.unavailable_title', body: 'why.unavailable', reason: failureMessage(error), mayPass: true }
