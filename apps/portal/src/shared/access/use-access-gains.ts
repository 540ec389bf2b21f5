import type { CallInput, calls, TagImpact } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { gainsOfRefusal } from './gains-in-words.ts'
import { isOfContent, useNeedsSecondPerson } from './use-needs-second-person.ts'

const pauseMs = 400

type PreviewCall = typeof calls.previewGroup | typeof calls.previewTag

interface GainsRequest<C extends PreviewCall> {
  call: C
  /** `null` while there is no change, or none that can be previewed. */
  input: Pick<CallInput<C>, 'params' | 'body'> | null
  /** A refused save contains the gains, too. */
  refusal: ApiError | null
}

/**
 * Who would gain and lose access by the change that is being edited, whether a second person has to approve that, and whether it was accepted.
 * Asks shortly after each change.
 */
export const useAccessGains = <C extends PreviewCall>({ call, input, refusal }: GainsRequest<C>) => {
  const asked = JSON.stringify(input)
  const [settled] = useDebouncedValue(asked, pauseMs)
  const { data } = useQuery<TagImpact>({
    queryKey: ['access-gains', call.path, settled],
    queryFn: ({ signal }) =>
      callApi(call, { ...JSON.parse(settled), signal, isQuiet: true } as Parameters<
        typeof callApi<C>
      >[1]) as Promise<TagImpact>,
    meta: { failure: 'in_place' },
    enabled: settled !== 'null' && settled === asked,
    // A draft that may not be saved is refused on saving, with the reason.
    retry: (count, error) => count < 1 && !(error instanceof ApiError),
    staleTime: 0,
  })
  // Holds the accepted change: accepting one change does not accept the next.
  const [accepted, setAccepted] = useState<string | null>(null)
  const impact = input !== null && settled === asked ? data : undefined
  const gains = input === null ? undefined : (gainsOfRefusal(refusal) ?? impact)
  const needsSecondPerson = useNeedsSecondPerson()
  return {
    gains,
    losses: impact && { losing: impact.losing, losses: impact.losses },
    needsSecondPerson: needsSecondPerson && (gains?.assignees.some(({ actions }) => isOfContent(actions)) ?? false),
    isAccepted: accepted === asked,
    onAccept: (isAccepted: boolean) => setAccepted(isAccepted ? asked : null),
  }
}
