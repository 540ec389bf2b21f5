import { calls, type HoldCoverage, type LegalHold, limits } from '@holdfast/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/client.ts'
import { isChangedBy } from '../forms/changed-queries.ts'
import { isErrorCode, refusalWords } from '../list/selection/refusal-words.ts'
import { failureMessage } from '../notices/notice.ts'
import { openedMatter } from './matter-choice.tsx'
import type { NewMatter } from './matter-inputs.tsx'

export type Target = Pick<LegalHold, 'target_type' | 'target'>

export const keyOfTarget = ({ target_type, target }: Target): string => `${target_type} ${target}`

type OnPerson = { target_type: 'DeviceUser' | 'PortalUser' }

export const isOnPerson = <T extends Target>(target: T): target is T & OnPerson =>
  target.target_type === 'DeviceUser' || target.target_type === 'PortalUser'

interface Placement {
  matter: string | NewMatter
  targets: readonly Target[]
}

/** The result for one target. */
export interface PlacedTarget extends Target {
  /** The recordings that it reaches, if they are counted. */
  coverage: HoldCoverage | null
  /** As calls have it; `refused` if it is not held. */
  result: string
  /** Why it was refused. */
  why: string | null
}

export interface Placed {
  matter_reference: string
  targets: readonly PlacedTarget[]
}

/** Opens the matter if need be, and places a hold on each target. What is refused for one of them does not stop the others. */
const placeAll = async ({ matter, targets }: Placement): Promise<Placed> => {
  const matter_reference = await openedMatter(matter)
  const placed: PlacedTarget[] = []
  for (const target of targets.filter(isOnPerson)) {
    placed.push(...(await orRefused([target], () => placeOnPerson(matter_reference, target))))
  }
  const others = targets.filter((target) => !isOnPerson(target))
  for (let from = 0; from < others.length; from += limits.maxReferencesInBatch) {
    const batch = others.slice(from, from + limits.maxReferencesInBatch)
    placed.push(...(await orRefused(batch, () => placeOnOthers(matter_reference, batch))))
  }
  const results = new Map(placed.map((one) => [keyOfTarget(one), one]))
  return { matter_reference, targets: targets.flatMap((target) => results.get(keyOfTarget(target)) ?? []) }
}

const placeOnPerson = async (
  matter_reference: string,
  { target_type, target }: Target & OnPerson,
): Promise<PlacedTarget[]> => {
  const { coverage } = await callApi(calls.placeLegalHold, {
    params: { target_type, target },
    body: { target_type, target, matter_reference },
    isQuiet: true,
  })
  return [{ target_type, target, coverage, result: 'placed', why: null }]
}

const placeOnOthers = async (matter_reference: string, targets: readonly Target[]): Promise<PlacedTarget[]> => {
  const of = (type: Target['target_type']) =>
    targets.flatMap(({ target_type, target }) => (target_type === type ? [target] : []))
  const [groups, payload_references] = [of('Group'), of('Payload')]
  const { items } = await callApi(calls.placeMatterHolds, {
    params: { matter_reference },
    body: { ...(groups.length > 0 && { groups }), ...(payload_references.length > 0 && { payload_references }) },
    isQuiet: true,
  })
  return items.map(({ target_type, target, result, coverage, code }) => ({
    target_type,
    target,
    coverage: coverage ?? null,
    result,
    why: isErrorCode(code) ? refusalWords(code) : null,
  }))
}

const orRefused = async (targets: readonly Target[], place: () => Promise<PlacedTarget[]>): Promise<PlacedTarget[]> => {
  try {
    return await place()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return targets.map((target) => ({ ...target, coverage: null, result: 'refused', why: failureMessage(error) }))
  }
}

/** Places holds, and reads again what lists holds. */
export const usePlaceHold = (onPlaced: (placed: Placed) => void) => {
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: placeAll,
    onSuccess: async (placed) => {
      const isStale = isChangedBy(calls.placeLegalHold, [calls.listLegalHolds, calls.listMatters])
      await queryClient.invalidateQueries({ predicate: isStale })
      onPlaced(placed)
    },
  })
  return { place: mutate, isPlacing: isPending, refusal: error instanceof ApiError ? error : null }
}
