import { calls, type Payload } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { PartiesText } from '../../shared/recordings/parties-text.tsx'
import { WhoText } from '../../shared/recordings/who-text.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'

const shownCalls = 6
const callsOnly = { payload_types: ['Call'], is_deleted: false }

const CallRow = ({ payload }: { payload: Payload }) => (
  <li>
    <Link
      to="/dashboard/services/calls/$payload_reference"
      params={{ payload_reference: payload.payload_reference }}
      className={classes.call}
    >
      <Moment
        time={payload.payload_time}
        timezone={payload.meta.timezone}
        localTime={payload.meta.local_time}
        isShortToday
      />
      <span>
        <WhoText recording={payload} />
      </span>
      <PartiesText payload={payload} />
      <span className={`${classes.duration} numeric`}>
        {payload.meta.duration === undefined ? '' : clockTime(payload.meta.duration)}
      </span>
    </Link>
  </li>
)

export const LatestCalls = () => {
  const t = useText()
  const { rows, isLoading, error, reload } = useList({
    call: calls.listPayloads,
    filter: callsOnly,
    pageRows: shownCalls,
  })
  return (
    <Panel
      title={t('overview.latest_calls')}
      action={
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/dashboard/services/calls" search={{}} />}>
          {t('overview.all_calls')}
        </Anchor>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={200} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('empty.calls_body')}</p>}
      <ul className={classes.calls}>
        {rows.map((payload) => (
          <CallRow key={payload.payload_reference} payload={payload} />
        ))}
      </ul>
    </Panel>
  )
}
