import {
  type CallInput,
  type listDevicePayloads,
  type listDeviceUserPayloads,
  type Payload,
  payloadTypes,
} from '@holdfast/contract'
import { partiesOf, stateWords } from '@holdfast/words'
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { useList } from '../list/use-list.ts'
import { useProfile } from '../session/profile.ts'
import { shownTypes } from '../session/profile-of-portal.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './latest-recordings.module.css'
import { PartiesText } from './parties-text.tsx'
import { recordingScreens } from './recording-screens.ts'

type NestedCall = typeof listDevicePayloads | typeof listDeviceUserPayloads

interface LatestRecordingsProps<C extends NestedCall> {
  title: string
  empty: string
  call: C
  params: CallInput<C>['params']
}

const shownRows = 8

const Row = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const screen = recordingScreens[payload.payload_type]
  const content = (
    <>
      <Moment time={payload.payload_time} timezone={payload.meta.timezone} localTime={payload.meta.local_time} />
      <span>{t(`kind.${payload.payload_type}`)}</span>
      <span>{partiesOf(payload).length > 0 && <PartiesText payload={payload} />}</span>
      <span className={classes.state}>{t(stateWords(payload))}</span>
    </>
  )
  if (!screen) {
    const filter = { device_references: [payload.device_reference] }
    return (
      <Link to="/dashboard/services/diagnostics" search={{ filter }} className={classes.row}>
        {content}
      </Link>
    )
  }
  return (
    <Link to={screen} params={{ payload_reference: payload.payload_reference }} className={classes.row}>
      {content}
    </Link>
  )
}

/** The latest recordings of a device, or of a person's devices. */
export const LatestRecordings = <C extends NestedCall>({ title, empty, call, params }: LatestRecordingsProps<C>) => {
  const { profile } = useProfile()
  const { rows, isLoading, error, reload } = useList<NestedCall>({
    call,
    params,
    filter: { payload_types: profile ? shownTypes(payloadTypes, profile) : [], is_deleted: false },
    isEnabled: profile !== undefined,
    pageRows: shownRows,
  })
  return (
    <Panel title={title}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton className={classes.waiting} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{empty}</p>}
      <ul className={classes.rows}>
        {rows.map((payload) => (
          <li key={payload.payload_reference}>
            <Row payload={payload} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
