import { calls, type HoldCoverage, type LegalHold } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { isChangedBy } from '../forms/changed-queries.ts'
import { openedMatter } from './matter-choice.tsx'
import type { NewMatter } from './matter-inputs.tsx'

export type Target = Pick<LegalHold, 'target_type' | 'target'>

interface Placement extends Target {
  matter: string | NewMatter
}

export interface Placed extends Target {
  matter_reference: string
  /** The coverage of a hold on a device user. */
  coverage: HoldCoverage | null
  /** There was one of this matter already, or the recording was destroyed before. */
  result: string
}

/** Opens the matter if need be, and places the hold. */
const place = async ({ matter, target_type, target }: Placement): Promise<Placed> => {
  const matter_reference = await openedMatter(matter)
  if (target_type === 'DeviceUser' || target_type === 'PortalUser') {
    const { coverage } = await callApi(calls.placeLegalHold, {
      params: { target_type, target },
      body: { target_type, target, matter_reference },
      isQuiet: true,
    })
    return { target_type, target, matter_reference, coverage, result: 'placed' }
  }
  const { items } = await callApi(calls.placeMatterHolds, {
    params: { matter_reference },
    body: target_type === 'Group' ? { groups: [target] } : { payload_references: [target] },
    isQuiet: true,
  })
  const [outcome] = items
  if (outcome?.result === 'refused') throw new ApiError(409, { ...(outcome.code && { code: outcome.code }) })
  return { target_type, target, matter_reference, coverage: null, result: outcome?.result ?? 'placed' }
}

/** Places a hold, and reads again what lists holds. */
export const usePlaceHold = (onPlaced: (placed: Placed) => void) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: place,
    onSuccess: async (placed) => {
      const isStale = isChangedBy(calls.placeLegalHold, [calls.listLegalHolds, calls.listMatters])
      await queryClient.invalidateQueries({ predicate: isStale })
      onPlaced(placed)
    },
  })
  return { place: mutate, isPlacing: isPending, refusal: error instanceof ApiError ? error : null }
}
