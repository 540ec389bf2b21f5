import { calls, heldTargetTypes, type LegalHold, type Matter } from '@holdfast/contract'
import { IconLock } from '@tabler/icons-react'
import { useMemo } from 'react'
import { MatterActions } from '../../shared/legal-holds/close-matter.tsx'
import { HeldTarget } from '../../shared/legal-holds/held-target.tsx'
import { holdStateField, placedFields } from '../../shared/legal-holds/hold-columns.tsx'
import { MatterLead } from '../../shared/legal-holds/matter-lead.tsx'
import { MatterScreen } from '../../shared/legal-holds/matter-screen.tsx'
import { useMatterCount } from '../../shared/legal-holds/use-matter-count.ts'
import type { Field } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'

const columns: readonly Field<LegalHold>[] = [
  {
    id: 'target',
    title: 'holds.on',
    width: 'minmax(8rem, 1.3fr)',
    priority: 1,
    isTwoLines: true,
    wraps: true,
    cell: (hold) => <HeldTarget {...hold} />,
  },
  ...placedFields,
  holdStateField,
]

const Holds = ({ matter }: { matter: Matter }) => {
  const { matter_reference, title } = matter
  const counted = useMatterCount(matter)
  const defaultFilter = useMemo(
    () => ({ target_types: heldTargetTypes, matter_references: [matter_reference], with_released: true }),
    [matter_reference],
  )
  return (
    <ListPage
      title="page.matter_holds"
      heading={title}
      counted={counted}
      call={calls.listLegalHolds}
      defaultFilter={defaultFilter}
      fields={[]}
      columns={columns}
      keyOf={({ hold_id }) => hold_id}
      mainAction={<MatterActions matter={matter} />}
      lead={<MatterLead matter={matter} part="holds" />}
      empty={{ icon: IconLock, title: 'matters.no_holds', body: 'matters.no_holds_body' }}
      isChangedBy={({ kind }) => kind === 'legal_hold'}
    />
  )
}

/** The holds of a matter, active and released. */
export default function MatterHoldsPage() {
  return <MatterScreen>{(matter) => <Holds matter={matter} />}</MatterScreen>
}
