import { calls, type HeldTargetType, heldTargetTypes, type LegalHold } from '@holdfast/contract'
import { useMemo } from 'react'
import { useList } from '../list/use-list.ts'
import { useEvents } from '../live/use-events.ts'
import { useCan } from '../session/profile.ts'

/** The active holds on any of these targets, by type; none for people who may not see holds. */
export const useHolds = (on: Partial<Record<HeldTargetType, string | null>>) => {
  const can = useCan()
  const wanted = heldTargetTypes.flatMap((type) => (on[type] ? [[type, on[type]] as const] : []))
  const key = JSON.stringify(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is wanted, which is made anew each time
  const filter = useMemo(
    () => ({ target_types: wanted.map(([type]) => type), targets: wanted.map(([, target]) => target) }),
    [key],
  )
  const isEnabled = can('legal_holds:read') && wanted.length > 0
  const list = useList({ call: calls.listLegalHolds, filter, portalReads: 'all_pages', isEnabled })
  useEvents(({ kind }) => {
    if (isEnabled && (kind === 'legal_hold' || kind === 'matter')) list.readAgain()
  })
  // A group may have the reference of a person.
  const isWanted = ({ target_type, target }: LegalHold) => on[target_type] === target
  return { ...list, rows: list.rows.filter(isWanted), isEnabled }
}
