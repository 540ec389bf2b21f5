import { calls, heldTargetTypes, type LegalHold, limits } from '@holdfast/contract'
import { useQuery } from '@tanstack/react-query'
import { readFirstRows } from '../../shared/list/list-queries.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { useSession } from '../../shared/session/use-session.ts'

/** The effect of the button on a hold: `own`: this person asked, so another one confirms; `waits`: it is confirmed already. */
export type ReleaseStep = 'release' | 'ask' | 'confirm' | 'own' | 'waits'

/** The holds on some targets whose release was asked for, as they are now: rows of the list may be older. */
const readAsked = async (targets: readonly string[]): Promise<LegalHold[]> => {
  const asked: LegalHold[] = []
  for (let place = 0; place < targets.length; place += limits.maxReferencesInBatch) {
    const some = targets.slice(place, place + limits.maxReferencesInBatch)
    const filter = { target_types: heldTargetTypes, targets: some, is_release_asked: true }
    const request = { call: calls.listLegalHolds, filter, portalReads: 'all_pages' } as const
    asked.push(...(await readFirstRows(request, Number.POSITIVE_INFINITY)))
  }
  return asked
}

/** The effect of releasing each of some holds now, and the holds whose release was asked for. */
export const useReleaseSteps = (holds: readonly Pick<LegalHold, 'hold_id' | 'target'>[]) => {
  const { client, support } = useSession()
  const { profile } = useProfile()
  const needsTwo = profile?.account_settings.hold_release_needs_second_person ?? false
  const ids = holds.map(({ hold_id }) => hold_id)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['release steps', client, support?.requestReference ?? null, ids],
    queryFn: () => readAsked([...new Set(holds.map(({ target }) => target))]),
    enabled: needsTwo,
    gcTime: 0,
  })
  const asked = new Map(data?.map((hold) => [hold.hold_id, hold]))
  const stepOf = (hold_id: string): ReleaseStep => {
    if (!needsTwo) return 'release'
    const hold = asked.get(hold_id)
    if (!hold) return 'ask'
    if (hold.release_at !== null) return 'waits'
    return hold.release_asked_by === profile?.user_reference ? 'own' : 'confirm'
  }
  return { stepOf, asked, error, isLoading: needsTwo && (isFetching || !data), readAgain: () => void refetch() }
}
