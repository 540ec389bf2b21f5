import { calls, type Matter, type UserActivity } from '@holdfast/contract'
import { Switch } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { EntryBrief } from '../../shared/activities/entry-brief.tsx'
import { EntrySentence } from '../../shared/activities/entry-sentence.tsx'
import { NamedPerson } from '../../shared/found/named-person.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { MatterActions } from '../../shared/legal-holds/close-matter.tsx'
import { MatterLead } from '../../shared/legal-holds/matter-lead.tsx'
import { MatterScreen } from '../../shared/legal-holds/matter-screen.tsx'
import { useMatterCount } from '../../shared/legal-holds/use-matter-count.ts'
import type { Column } from '../../shared/list/column.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { usePageWidth } from '../../shared/list/use-page-width.ts'
import { Moment } from '../../shared/ui/moment.tsx'

const Person = ({ activity: { user_id, user_name } }: { activity: UserActivity }) => {
  const t = useText()
  const isNarrow = usePageWidth() === 'narrow'
  if (user_id === null) return t('activities.nobody')
  if (user_id === 'system') return t('audit.system')
  return isNarrow && user_name !== null ? (
    <bdi title={user_id}>{user_name}</bdi>
  ) : (
    <NamedPerson name={user_name} reference={user_id} />
  )
}

const columns: readonly Column<UserActivity>[] = [
  {
    id: 'activity_time',
    title: 'activities.time',
    width: '11rem',
    priority: 1,
    cell: ({ activity_time }) => <Moment time={activity_time} withSeconds />,
  },
  {
    id: 'user_id',
    title: 'activities.who',
    width: 'minmax(8rem, 1.5fr)',
    priority: 1,
    cell: (activity) => <Person activity={activity} />,
  },
  {
    id: 'action',
    title: 'activities.did',
    width: 'minmax(10rem, 5fr)',
    priority: 1,
    isTwoLines: true,
    hasOwnLine: true,
    wraps: true,
    cell: (activity) => <EntrySentence entry={activity} />,
  },
  {
    id: 'brief',
    title: 'activities.brief',
    width: 'minmax(8rem, 4fr)',
    priority: 2,
    wraps: true,
    cell: (activity) => <EntryBrief entry={activity} />,
  },
]

const Trail = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { matter_reference, title } = matter
  const counted = useMatterCount(matter)
  const [hasReads, setHasReads] = useState(true)
  const defaultFilter = useMemo(
    () => ({
      subjects: [`matter:${matter_reference}`],
      has_portal_reads: false,
      ...(!hasReads && { has_reads: false }),
    }),
    [matter_reference, hasReads],
  )
  return (
    <ListPage
      title="page.matter_trail"
      heading={title}
      counted={counted}
      call={calls.listActivities}
      defaultFilter={defaultFilter}
      hasPeriod
      fields={[]}
      columns={columns}
      keyOf={({ log_id }) => log_id}
      linkOf={({ log_id }) => `/dashboard/account/audit/${log_id}`}
      mainAction={<MatterActions matter={matter} />}
      lead={<MatterLead matter={matter} part="trail" />}
      empty={{ icon: IconHistory, title: 'matters.no_trail', body: 'matters.no_trail_body' }}
    >
      <Switch
        size="xs"
        label={t('activities.show_reads')}
        checked={hasReads}
        onChange={({ currentTarget: { checked } }) => setHasReads(checked)}
      />
    </ListPage>
  )
}

/** The trail of a matter: also who read it, and where its recordings were exported, held, or drawn from. */
export default function MatterTrailPage() {
  return <MatterScreen>{(matter) => <Trail matter={matter} />}</MatterScreen>
}
