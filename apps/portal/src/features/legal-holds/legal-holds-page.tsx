import { calls, heldTargetTypes, type LegalHold } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { HeldTarget } from '../../shared/legal-holds/held-target.tsx'
import { holdStateField, placedFields } from '../../shared/legal-holds/hold-columns.tsx'
import { MatterFilter } from '../../shared/legal-holds/matter-filter.tsx'
import { MatterOfHold } from '../../shared/legal-holds/matter-of-hold.tsx'
import { PlaceHold } from '../../shared/legal-holds/place-hold.tsx'
import { ReviewOfHold } from '../../shared/legal-holds/review-day.tsx'
import { titleOfMatter, useMatters } from '../../shared/legal-holds/use-matter.ts'
import { authorField, type Field, filtersOf, momentField, textField } from '../../shared/list/fields.tsx'
import { type FilterField, valuesOf } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { keyOfHold, NameOfHold, ReleaseHolds } from './release-holds.tsx'

const TargetType = ({ hold }: { hold: LegalHold }) => useText()(`hold_target.${hold.target_type}`)

const fields: readonly Field<LegalHold>[] = [
  {
    id: 'target',
    title: 'holds.on',
    width: 'minmax(9.5rem, 1.8fr)',
    priority: 1,
    isTwoLines: true,
    wraps: true,
    cell: (hold) => <HeldTarget {...hold} />,
    filter: {
      kind: 'found',
      finds: 'device_user',
      alsoFinds: ['portal_user', 'group', 'payload'],
      name: 'targets',
      label: 'holds.on',
    },
  },
  {
    id: 'target_type',
    title: 'holds.kind',
    width: 'minmax(6rem, 0.8fr)',
    priority: 3,
    cell: (hold) => <TargetType hold={hold} />,
    filter: {
      kind: 'choices',
      name: 'target_types',
      label: 'holds.kind',
      options: heldTargetTypes.map((value) => ({ value, label: `hold_target.${value}` as const })),
    },
  },
  {
    id: 'matter_reference',
    title: 'holds.matter',
    width: 'minmax(8rem, 1.3fr)',
    priority: 1,
    wraps: true,
    cell: ({ matter_reference }) => <MatterOfHold reference={matter_reference} />,
    filter: {
      kind: 'texts',
      name: 'matter_references',
      label: 'holds.matter',
      input: MatterFilter,
      nameOf: titleOfMatter,
    },
  },
  ...placedFields,
  {
    id: 'review_on',
    title: 'matters.review_on',
    width: 'minmax(8.5rem, 0.8fr)',
    priority: 3,
    cell: ({ matter_reference }) => <ReviewOfHold reference={matter_reference} />,
  },
  authorField('released_by', 'holds.released_by'),
  momentField('released_at', 'holds.released_at', { priority: 3, isOptional: true }),
  textField('release_reason', 'holds.release_reason', { priority: 3, isOptional: true }),
  holdStateField,
]

const callFilters = {
  released: { is_active: 'false' },
  all: { with_released: 'true' },
  asked: { is_release_asked: 'true' },
}

/** Active holds unless another choice is made. */
const shown: FilterField = {
  kind: 'choice',
  name: 'shown',
  label: 'holds.shown',
  options: [
    { value: 'asked', label: 'holds.release_asked' },
    { value: 'released', label: 'holds.released' },
    { value: 'all', label: 'holds.shown_all' },
  ],
  inCall: (choice) => callFilters[choice as keyof typeof callFilters] ?? {},
}

const source = {
  call: calls.listLegalHolds,
  // The call lists holds on people only unless it is asked.
  defaultFilter: { target_types: heldTargetTypes },
  fields: [...filtersOf(fields), shown],
  hasPeriod: true,
}

const release: SelectionAction = {
  id: 'release',
  action: 'legal_holds:release',
  icon: IconLockOpen,
  label: 'holds.release',
  title: 'holds.release_of',
  appliesTo: ({ is_active, release_at }: LegalHold) => is_active && release_at === null,
  lasting: ['legal_hold.on_oneself', 'legal_hold.needs_second_person', 'legal_hold.already_released'],
  Dialog: ReleaseHolds,
}
const actions = [release]

export const prefetch = prefetchList(() => source)

/** The legal holds of the account, with their matters; the export is the report of all holds. */
export default function LegalHoldsPage() {
  const t = useText()
  const can = useCan()
  const { filter } = useFilters()
  useMatters(valuesOf(filter, 'matter_references'))
  return (
    <ListPage
      title="page.legal_holds"
      {...source}
      columns={fields}
      keyOf={keyOfHold}
      actions={actions}
      nameOf={(hold) => <NameOfHold hold={hold} />}
      mainAction={
        <>
          {can('matters:read') && (
            <LinkButton variant="default" to="/dashboard/account/legal-holds/matters">
              {t('page.matters')}
            </LinkButton>
          )}
          <PlaceHold />
        </>
      }
      lead={
        <Text size="sm" c="dimmed" mb="sm">
          {t('holds.lead')}
        </Text>
      }
      empty={{ icon: IconLock, title: 'holds.empty', body: 'holds.empty_body' }}
      isChangedBy={({ kind }) => kind === 'legal_hold' || kind === 'matter'}
    />
  )
}
