import { calls, type Payload } from '@holdfast/contract'
import { useQueries } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { readApi } from '../../../shared/api/client.ts'
import { nextBatches } from '../../../shared/list/batches-in-view.ts'
import { useCan, useProfile } from '../../../shared/session/profile.ts'
import { isAskedForReasons, reasonFor, withReason } from '../reasons/ask-reason.ts'
import { givenReason } from '../reasons/given-reasons.ts'

/** Addresses are valid for an hour. */
const staleMs = 50 * 60_000

const hasContent = ({ payload_state, is_personal_number }: Payload): boolean =>
  !is_personal_number && (payload_state === 'Processed' || payload_state === 'Transferred')

interface Thumbnails {
  /** By payload reference. */
  addresses: ReadonlyMap<string, string>
  /** Shows the pictures that the account's settings hold back; `null` if they hold back none. Rejects if the person gives no reason. */
  show: (() => Promise<void>) | null
  /** Whether pictures are shown of what comes into view. */
  isShowing: boolean
  /** These recordings came into view. */
  onSeen: (seen: readonly Payload[]) => void
}

/**
 * Addresses of the thumbnails of recordings that came into view and that the person may play. Each request is put on the trail for each of
 * its recordings, so none is made for what was not in view, and one covers what came into view together. If the account asks
 * before pictures are shown, or for a reason, nothing is requested until `show`; what was requested before remains visible.
 */
export const useThumbnails = (rows: readonly Payload[]): Thumbnails => {
  const mayPlay = useCan()('payloads:play')
  const { profile } = useProfile()
  const [isWanted, setWanted] = useState(false)
  const [batches, setBatches] = useState<readonly (readonly string[])[]>([])
  const scope = `pictures ${useLocation({ select: ({ pathname, searchStr }) => `${pathname}${searchStr}` })}`
  const isReasonMissing = profile !== undefined && isAskedForReasons(profile) && givenReason(scope) === undefined
  const isShowing =
    mayPlay && !isReasonMissing && (isWanted || profile?.account_settings.is_asking_before_pictures === false)
  const addresses = useQueries({
    queries: batches.map((payload_references) => ({
      queryKey: ['thumbnails', payload_references],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        withReason(scope, (given) =>
          readApi(calls.getData, {
            query: { payload_references: [...payload_references], action: 'play', part: 'thumbnail', ...given },
            signal,
          }),
        ),
      staleTime: staleMs,
    })),
    combine: (answers) =>
      new Map(
        answers
          .flatMap(({ data }) => data?.items ?? [])
          .flatMap(({ payload_reference, s3_url }) => (s3_url ? [[payload_reference, s3_url] as const] : [])),
      ),
  })
  const isAnyMissing = rows.some((row) => hasContent(row) && !addresses.has(row.payload_reference))
  return {
    addresses,
    show: mayPlay && !isShowing && isAnyMissing ? () => reasonFor(scope).then(() => setWanted(true)) : null,
    isShowing,
    onSeen: (seen) => {
      const references = seen.filter(hasContent).map(({ payload_reference }) => payload_reference)
      if (isShowing) setBatches((before) => nextBatches(before, references))
    },
  }
}
