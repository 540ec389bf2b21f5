import { type CallInput, calls, type MoveImpact } from '@holdfast/contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { isOfContent, useNeedsSecondPerson } from './use-needs-second-person.ts'

const pauseMs = 400

/**
 * Who would gain and lose access if people moved to another group, and whether their author has accepted what others gain. Asks shortly
 * after each change.
 * @param body `null` while nobody moves
 */
export const useMoveImpact = (body: CallInput<typeof calls.previewDeviceUserMove>['body'] | null) => {
  const asked = JSON.stringify(body)
  const [settled] = useDebouncedValue(asked, pauseMs)
  const { data } = useQuery<MoveImpact>({
    queryKey: ['move-impact', settled],
    queryFn: ({ signal }) => callApi(calls.previewDeviceUserMove, { body: JSON.parse(settled), signal, isQuiet: true }),
    meta: { failure: 'in_place' },
    enabled: settled !== 'null' && settled === asked,
    // A move that can't be made is refused on saving, with the reason.
    retry: (count, error) => count < 1 && !(error instanceof ApiError),
    staleTime: 0,
  })
  // Holds the accepted move: accepting one does not accept the next.
  const [accepted, setAccepted] = useState<string | null>(null)
  const impact = body !== null && settled === asked ? data : undefined
  const needsSecondPerson = useNeedsSecondPerson()
  return {
    impact,
    needsSecondPerson: needsSecondPerson && (impact?.assignees.some(({ gained }) => isOfContent(gained)) ?? false),
    isAccepted: body !== null && accepted === asked,
    onAccept: (isAccepted: boolean) => setAccepted(isAccepted ? asked : null),
  }
}
