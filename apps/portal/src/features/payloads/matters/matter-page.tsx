import { calls, type Matter, type Payload, payloadTypes } from '@holdfast/contract'
import { namedNumbers } from '@holdfast/words'
import { Button, Text } from '@mantine/core'
import { IconBriefcase } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { MatterActions } from '../../../shared/legal-holds/close-matter.tsx'
import { MatterLead, MatterWithoutContent } from '../../../shared/legal-holds/matter-lead.tsx'
import { MatterScreen } from '../../../shared/legal-holds/matter-screen.tsx'
import { useMatterCount } from '../../../shared/legal-holds/use-matter-count.ts'
import { valuesOf, withValues } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { rowsOfCall } from '../../../shared/list/list-reader.ts'
import { useFilters } from '../../../shared/list/use-filters.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { shownTypes } from '../../../shared/session/profile-of-portal.ts'
import { reviewAddressOf } from '../kinds.ts'
import { BetweenDays } from '../list/between-days.tsx'
import { payloadColumns } from '../list/payload-columns.tsx'
import { payloadSource, WithContents } from '../list/payload-list.tsx'
import { RecordingName } from '../recording-name.tsx'
import { selectionActionsOf } from '../selection/selection-actions.ts'
import { takeOut } from '../selection/take-out.tsx'

const keyOf = ({ payload_reference }: Payload): string => payload_reference

const addressOf = ({ payload_type, payload_reference }: Payload): string =>
  reviewAddressOf(payload_type, payload_reference)

export const rows = [rowsOfCall(calls.listPayloads, keyOf, addressOf)]

/** All kinds, also deleted and destroyed recordings: they stay in the matter. */
const useSource = ({ matter_reference }: Matter) => {
  const { profile } = useProfile()
  const { filter } = useFilters()
  return useMemo(() => {
    const { fields, ...source } = payloadSource('all', profile, { isSearching: false, filter })
    const payload_types = profile ? shownTypes(payloadTypes, profile) : [...payloadTypes]
    return {
      ...source,
      // Words are searched in the lists of recordings.
      ownFilters: { ...source.ownFilters, view: ['days'] },
      fields: fields.filter(({ name }) => name !== 'text' && name !== 'matter_reference'),
      defaultFilter: { payload_types, matter_reference },
    }
  }, [profile, filter, matter_reference])
}

/** The number of recordings that the person may open. Nothing shows whether the matter has others. */
const OwnCount = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { defaultFilter } = useSource(matter)
  const { total, isTotalCapped } = useList({
    call: calls.listPayloads,
    filter: defaultFilter,
    portalReads: 'first_page',
  })
  if (total === undefined || matter.payloads !== null) return null
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {t(isTotalCapped ? 'matters.own_count_capped' : 'matters.own_count', { count: total })}
    </Text>
  )
}

/** Shows the recordings by day. The address has it, so that links lead to it. */
const ByDay = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const source = useSource(matter)
  const { filter, setFilter } = useFilters()
  const isShown = valuesOf(filter, 'view').includes('days')
  return (
    <>
      <Button
        size="xs"
        mb="sm"
        variant={isShown ? 'filled' : 'default'}
        aria-pressed={isShown}
        onClick={() => setFilter(withValues(filter, 'view', isShown ? [] : ['days']))}
      >
        {t('between.days')}
      </Button>
      {isShown && <BetweenDays source={source} />}
    </>
  )
}

const Recordings = ({ matter }: { matter: Matter }) => {
  const { matter_reference, title, may } = matter
  const counted = useMatterCount(matter)
  const { filter } = useFilters()
  const isFiltered = Object.keys(filter).some((name) => name !== 'view')
  const source = useSource(matter)
  const own = selectionActionsOf('all')
  return (
    <WithContents>
      {(inView) => (
        <ListPage<typeof calls.listPayloads>
          {...source}
          title="page.matter"
          heading={title}
          {...(!isFiltered && { counted })}
          columns={payloadColumns('all', payloadTypes, false)}
          keyOf={keyOf}
          linkOf={addressOf}
          namesIn={namedNumbers}
          {...(inView && { inView })}
          actions={may.includes('add') ? [takeOut, ...own] : own}
          nameOf={(payload: Payload) => <RecordingName payload={payload} />}
          mainAction={<MatterActions matter={matter} />}
          lead={
            <>
              <MatterLead matter={matter} part="" />
              <OwnCount matter={matter} />
              <ByDay matter={matter} />
            </>
          }
          empty={{
            icon: IconBriefcase,
            title: 'matters.no_recordings',
            body: matter.is_closed ? 'matters.closed_body' : 'matters.no_recordings_body',
          }}
          isUpdatedBy={({ kind, reference }) => kind === 'matter' && reference === matter_reference}
        />
      )}
    </WithContents>
  )
}

/** The recordings of a matter. */
export default function MatterPage() {
  return (
    <MatterScreen>
      {(matter) =>
        matter.may.includes('open') ? <Recordings matter={matter} /> : <MatterWithoutContent matter={matter} part="" />
      }
    </MatterScreen>
  )
}
