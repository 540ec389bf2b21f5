import type { Payload } from '@holdfast/contract'
import { clockTime, durationSeconds, partiesOf } from '@holdfast/words'
import { Anchor, Skeleton } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { dayBefore } from '../../../shared/list/period.ts'
import { PartiesText } from '../../../shared/recordings/parties-text.tsx'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { useProfile } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { iconOfType } from '../kind-icons.ts'
import { addressOfPayload, listedKinds } from '../kinds.ts'
import { readableTypes } from '../list/readable-types.ts'
import classes from './before-and-after.module.css'
import { readRecordingsNear } from './recordings-near.ts'
import { mostEachWay, type SplitRows } from './split-at.ts'

/** Read once the panel is nearly in view: after the content, and not for somebody who only plays it. */
const useRecordingsNear = (payload: Payload) => {
  const { profile } = useProfile()
  const { ref, entry } = useIntersection<HTMLDivElement>({ rootMargin: '200px' })
  const [wasNear, setNear] = useState(false)
  const isNear = entry?.isIntersecting ?? false
  useEffect(() => {
    if (isNear) setNear(true)
  }, [isNear])
  const types = readableTypes(profile)
  const query = useQuery({
    queryKey: ['recordings-near', payload.payload_reference, payload.payload_time, types],
    queryFn: ({ signal }) => readRecordingsNear(payload, types, signal),
    enabled: wasNear && profile !== undefined,
    meta: { failure: 'in_place' },
    staleTime: 60_000,
  })
  return { ref, ...query }
}

/** The recordings of the same person and of the same parties within an hour, with this one among them. Reading the list opens none of them. */
export const BeforeAndAfter = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { ref, data, error, isLoading, refetch } = useRecordingsNear(payload)
  const failure = errorInstead(error, data)
  return (
    <Panel title={t('near.title')}>
      <div ref={ref} className={classes.body}>
        {failure && <ErrorState error={failure} onRetry={() => void refetch()} />}
        {isLoading && <Skeleton height="10rem" radius="md" />}
        {data && data.before.length + data.after.length === 0 && <p className={classes.none}>{t('near.none')}</p>}
        {data && data.before.length + data.after.length > 0 && <Rows near={data} of={payload} />}
      </div>
      <DayLink payload={payload} />
    </Panel>
  )
}

/** The rows have a fixed height, so that nothing below moves, and begin with this one in their middle. */
const Rows = ({ near, of }: { near: SplitRows<Payload>; of: Payload }) => {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const own = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && own) list.current.scrollTop = own.offsetTop - (list.current.clientHeight - own.offsetHeight) / 2
  }, [])
  return (
    <ol ref={list} className={classes.rows}>
      {[...near.before, of, ...near.after].map((row) => (
        <Row key={row.payload_reference} row={row} of={of} />
      ))}
      {near.hasMore && <li className={classes.more}>{t('near.more', { count: mostEachWay })}</li>}
    </ol>
  )
}

const Row = ({ row, of }: { row: Payload; of: Payload }) => {
  const t = useText()
  const { payload_type, payload_reference, payload_time, meta } = row
  const Icon = iconOfType(payload_type)
  const seconds = durationSeconds(row)
  const isOther = row.device_user_reference !== of.device_user_reference
  const content = (
    <>
      <span className={classes.kind}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {t(`kind.${payload_type}`)}
      </span>
      <span className={classes.time}>
        <Moment time={payload_time} timezone={meta.timezone} localTime={meta.local_time} isShortToday />
      </span>
      <span className={classes.people}>
        {isOther && <WhoText recording={row} />} {partiesOf(row).length > 0 && <PartiesText payload={row} />}
      </span>
      <span className={`${classes.length} numeric`}>{seconds !== null && clockTime(seconds)}</span>
    </>
  )
  if (payload_reference === of.payload_reference) {
    return (
      <li className={classes.row} aria-current="true">
        {content}
      </li>
    )
  }
  return (
    <li>
      <Link to={addressOfPayload(payload_type, payload_reference)} className={classes.row}>
        {content}
      </Link>
    </li>
  )
}

/** All recordings of the same person on the day of this one. */
const DayLink = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { device_user_reference: person, device_reference, payload_time } = payload
  const day = dayBefore(new Date(payload_time), 0)
  const of = person === null ? { device_references: [device_reference] } : { device_user_references: [person] }
  return (
    <Anchor
      size="sm"
      mt="xs"
      display="inline-block"
      renderRoot={(props) => (
        <Link {...props} to={listedKinds.all.list} search={{ filter: { ...of, date_from: day, date_to: day } }} />
      )}
    >
      {t(person === null ? 'near.day_of_device' : 'near.day')}
    </Anchor>
  )
}
