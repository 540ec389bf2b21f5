import { calls, type Report } from '@holdfast/contract'
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import { authorField, momentField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useSavedViews } from '../../shared/saved-views/use-saved-views.ts'
import { NoMailServer } from '../../shared/scheduled-reports/no-mail-server.tsx'
import { ReportDialog } from '../../shared/scheduled-reports/report-dialog.tsx'
import { useScheduleWords } from '../../shared/scheduled-reports/schedule.ts'
import { useMayReport } from '../../shared/scheduled-reports/send-by-schedule.tsx'
import { useSession } from '../../shared/session/use-session.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LastMails } from './last-mails.tsx'
import { ReportActions } from './report-actions.tsx'

const Content = ({ report: { kind, view_reference, queue_reference, queue_name } }: { report: Report }) => {
  const t = useText()
  const { views } = useSavedViews()
  const view = views.find((one) => one.view_reference === view_reference)
  if (queue_reference !== null && queue_name !== null) {
    return (
      <Anchor
        inherit
        renderRoot={(props) => (
          <Link {...props} to="/dashboard/reviews/queues/$queue_reference" params={{ queue_reference }} />
        )}
      >
        <bdi>{queue_name}</bdi>
      </Anchor>
    )
  }
  return view ? <bdi>{view.name}</bdi> : t(`reports.kind_${kind}`)
}

const Schedule = ({ report }: { report: Report }) => <span title={report.time_zone}>{useScheduleWords()(report)}</span>

const State = ({ report: { is_active, stopped } }: { report: Report }) => {
  const t = useText()
  if (stopped) {
    return (
      <span title={t(`reports.stop_${stopped.reason}`)}>
        <Badge tone="bad">{t('reports.state_stopped')}</Badge>
      </span>
    )
  }
  return (
    <Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'reports.state_active' : 'reports.state_off')}</Badge>
  )
}

const columns: readonly Column<Report>[] = [
  {
    id: 'name',
    title: 'reports.name',
    width: 'minmax(8rem, 1.8fr)',
    priority: 1,
    wraps: true,
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'kind',
    title: 'reports.kind',
    width: 'minmax(7rem, 1.2fr)',
    priority: 2,
    wraps: true,
    cell: (report) => <Content report={report} />,
  },
  {
    id: 'schedule',
    title: 'reports.schedule',
    width: 'minmax(9rem, 1.2fr)',
    priority: 2,
    wraps: true,
    cell: (report) => <Schedule report={report} />,
  },
  momentField('next_at', 'reports.next_at', { priority: 3 }),
  momentField('last_at', 'reports.last_at', { priority: 3 }),
  {
    id: 'outcome',
    title: 'reports.outcome',
    width: 'minmax(8rem, 1fr)',
    priority: 2,
    cell: (report) => <LastMails report={report} />,
  },
  authorField('author', 'reports.author'),
  { id: 'state', title: 'reports.state', width: '6.5rem', priority: 1, cell: (report) => <State report={report} /> },
  {
    id: 'actions',
    title: 'reports.menu',
    width: '3.5rem',
    priority: 1,
    cell: (report) => <ReportActions report={report} />,
  },
]

const source = { call: calls.listReports, fields: [] }

export const prefetch = prefetchList(() => source)

/** How reports work, and why the person can get none by e-mail. */
const Lead = () => {
  const t = useText()
  const { support } = useSession()
  const { data } = useLoaded(calls.getNotificationSettings, support === null ? {} : null)
  const state = data?.email.state
  return (
    <Stack gap="xs" mb="sm">
      <Text size="sm" c="dimmed">
        {t('reports.lead')}
      </Text>
      <NoMailServer />
      {state === 'no_address' && <Alert color="yellow">{t('notification.email_no_address')}</Alert>}
    </Stack>
  )
}

/** Scheduled reports that the person made or gets, or all of them. */
export default function ReportsPage() {
  const t = useText()
  const mayReport = useMayReport()
  const [isNew, setIsNew] = useState(false)
  return (
    <>
      <ListPage
        title="page.reports"
        {...source}
        columns={columns}
        keyOf={({ report_reference }) => report_reference}
        lead={<Lead />}
        empty={{
          icon: IconMailForward,
          title: 'reports.empty',
          body: mayReport ? 'reports.empty_body' : 'reports.empty_own_body',
        }}
        mainAction={mayReport && <Button onClick={() => setIsNew(true)}>{t('reports.new')}</Button>}
      />
      {isNew && <ReportDialog onClose={() => setIsNew(false)} />}
    </>
  )
}
