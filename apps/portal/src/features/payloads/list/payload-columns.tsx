import type { Payload, PayloadType } from '@holdfast/contract'
import { clockTime, displayText, durationSeconds } from '@holdfast/words'
import { Skeleton } from '@mantine/core'
import { use } from 'react'
import { useIntl } from 'react-intl'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { HeldMark } from '../../../shared/legal-holds/held-mark.tsx'
import type { Column } from '../../../shared/list/column.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { PartiesText } from '../../../shared/recordings/parties-text.tsx'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { useProfile } from '../../../shared/session/profile.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { DownloadIcon } from '../content/download.tsx'
import { iconOfType } from '../kind-icons.ts'
import { kinds, type ListName } from '../kinds.ts'
import { PayloadBadges } from '../payload-badges.tsx'
import classes from './payload-columns.module.css'
import { pictureOf, RowPicture } from './row-picture.tsx'
import { isMessage, readableMessage, ShownSnippets } from './use-snippets.ts'

const KindText = ({ payload }: { payload: Payload }) => useText()(`kind.${payload.payload_type}`)

const SizeText = ({ payload }: { payload: Payload }) => {
  const intl = useIntl()
  const bytes = payload.media?.size ?? payload.meta.size ?? payload.size
  return bytes === null || bytes === undefined ? '–' : byteSize(intl, bytes)
}

const DurationText = ({ payload }: { payload: Payload }) => {
  const seconds = durationSeconds(payload)
  return seconds === null ? '–' : clockTime(seconds)
}

const when: Column<Payload> = {
  id: 'payload_time',
  title: 'payload.when',
  width: 'minmax(9.75rem, 1fr)',
  priority: 1,
  date: 'payload_time',
  cell: ({ payload_time, meta }) => (
    <Moment time={payload_time} timezone={meta.timezone} localTime={meta.local_time} isShortToday />
  ),
}
/** A phone has no room for a column with the duration. */
const DurationOnPhone = ({ payload }: { payload: Payload }) => {
  const seconds = durationSeconds(payload)
  return usePageWidth() === 'narrow' && seconds !== null ? ` · ${clockTime(seconds)}` : null
}
const whenAndHowLong: Column<Payload> = {
  ...when,
  cell: (payload) => (
    <>
      {when.cell(payload)}
      <DurationOnPhone payload={payload} />
    </>
  ),
}
const who: Column<Payload> = {
  id: 'device_user_reference',
  title: 'payload.who',
  width: 'minmax(8rem, 1.1fr)',
  priority: 1,
  cell: (payload) => <WhoText recording={payload} />,
}
const parties: Column<Payload> = {
  id: 'numbers',
  title: 'payload.parties',
  width: 'minmax(7rem, 1.4fr)',
  priority: 1,
  cell: (payload) => <PartiesText payload={payload} />,
}
const type: Column<Payload> = {
  id: 'payload_type',
  title: 'payload.kind',
  width: 'minmax(8.5rem, 0.6fr)',
  priority: 3,
  cell: (payload) => <KindText payload={payload} />,
}
const duration: Column<Payload> = {
  id: 'duration',
  title: 'payload.duration',
  width: '4.5rem',
  priority: 2,
  isNumeric: true,
  cell: (payload) => <DurationText payload={payload} />,
}
const size: Column<Payload> = {
  id: 'size',
  title: 'payload.size',
  width: '5.5rem',
  priority: 2,
  isNumeric: true,
  cell: (payload) => <SizeText payload={payload} />,
}
/** The beginning of a message that came into view. */
const MessageText = ({ payload }: { payload: Payload }) => {
  const { profile } = useProfile()
  const read = use(ShownSnippets).get(payload.payload_reference)
  if (!profile || readableMessage(profile)(payload) === null) return '–'
  if (read === undefined) return <Skeleton height={12} width="70%" display="inline-block" aria-hidden />
  return typeof read?.snippet === 'string' ? <bdi>{displayText(read.snippet)}</bdi> : '–'
}
const messageText: Column<Payload> = {
  id: 'snippet',
  title: 'payload.text',
  width: 'minmax(11rem, 3fr)',
  priority: 2,
  wraps: true,
  cell: (payload) => <MessageText payload={payload} />,
}
/** A phone has no room for a column with the text. */
const TextOnPhone = ({ payload }: { payload: Payload }) => {
  const { profile } = useProfile()
  const isNarrow = usePageWidth() === 'narrow'
  if (!isNarrow || !profile || readableMessage(profile)(payload) === null) return null
  return (
    <>
      {' · '}
      <MessageText payload={payload} />
    </>
  )
}
const partiesAndText: Column<Payload> = {
  ...parties,
  isTwoLines: true,
  cell: (payload) => (
    <>
      {parties.cell(payload)}
      <TextOnPhone payload={payload} />
    </>
  ),
}
const typeOfMessage: Column<Payload> = { ...type, width: '4.5rem' }
const length: Column<Payload> = {
  id: 'length',
  title: 'payload.length',
  width: '5.5rem',
  priority: 3,
  isNumeric: true,
  isOptional: true,
  cell: ({ meta }) => meta.length ?? '–',
}
const group: Column<Payload> = {
  id: 'group',
  title: 'payload.group',
  width: 'minmax(8.25rem, 0.9fr)',
  priority: 3,
  cell: (payload) => payload.group ?? '–',
}
const state: Column<Payload> = {
  id: 'payload_state',
  title: 'payload.state',
  width: 'minmax(6.5rem, 1.2fr)',
  priority: 1,
  cell: (payload) => (
    <span className={classes.state}>
      <PayloadBadges payload={payload} />
      <HeldMark payload={payload} />
    </span>
  ),
}

const DirectionText = ({ payload: { meta } }: { payload: Payload }) => {
  const t = useText()
  return meta.direction ? t(`direction.${meta.direction}`) : '–'
}

const hasParties = ({ payload_type }: Payload): boolean =>
  [...kinds.calls.types, ...kinds.messages.types].includes(payload_type)

/** A phone has no room for a column with the kind: its icon stands before the time. */
const KindOnPhone = ({ payload: { payload_type } }: { payload: Payload }) => {
  const t = useText()
  if (usePageWidth() !== 'narrow') return null
  const Icon = iconOfType(payload_type)
  return <Icon size={16} stroke={1.6} className={classes.kind} role="img" aria-label={t(`kind.${payload_type}`)} />
}
const whenAndKind: Column<Payload> = {
  ...whenAndHowLong,
  cell: (payload) => (
    <>
      <KindOnPhone payload={payload} />
      {whenAndHowLong.cell(payload)}
    </>
  ),
}
const kindWithIcon: Column<Payload> = {
  ...type,
  width: 'minmax(7.5rem, 0.8fr)',
  priority: 2,
  cell: (payload) => {
    const Icon = iconOfType(payload.payload_type)
    return (
      <>
        <Icon size={16} stroke={1.6} className={classes.kind} aria-hidden />
        <KindText payload={payload} />
      </>
    )
  },
}
/** The other side of calls and messages; of what has none, a phone shows the picture. */
const PartiesOrPicture = ({ payload }: { payload: Payload }) => {
  const isNarrow = usePageWidth() === 'narrow'
  if (hasParties(payload)) return partiesAndText.cell(payload)
  return isNarrow && pictureOf(payload) !== null ? <RowPicture payload={payload} /> : '–'
}
const partiesOrPicture: Column<Payload> = {
  ...parties,
  width: 'minmax(7rem, 1.2fr)',
  isTwoLines: true,
  cell: (payload) => <PartiesOrPicture payload={payload} />,
}
/** The length, the beginning of a message, or the small picture, as the kind has it. */
const content: Column<Payload> = {
  id: 'content',
  title: 'payload.content',
  width: 'minmax(9rem, 2fr)',
  priority: 2,
  wraps: true,
  cell: (payload) => {
    if (isMessage(payload)) return <MessageText payload={payload} />
    const picture = pictureOf(payload) !== null && <RowPicture payload={payload} />
    const seconds = durationSeconds(payload)
    return (
      <>
        {picture} {seconds === null ? !picture && '–' : <span className="numeric">{clockTime(seconds)}</span>}
      </>
    )
  },
}

/** Columns that nobody needs every day. */
const optional = (id: string, title: MessageId, own: Pick<Column<Payload>, 'cell' | 'date'>): Column<Payload> => ({
  id,
  title,
  width: 'minmax(8rem, 1fr)',
  priority: 2,
  isOptional: true,
  ...own,
})

const direction = optional('direction', 'payload.direction', {
  cell: (payload) => <DirectionText payload={payload} />,
})
const device = optional('device_reference', 'payload.device', { cell: ({ device_reference }) => device_reference })
const processed = optional('processed_at', 'payload.processed', {
  date: 'processed_at',
  cell: ({ processed_at }) => (processed_at ? <Moment time={processed_at} isShortToday /> : '–'),
})
const changed = optional('updated_at', 'payload.changed', {
  date: 'updated_at',
  cell: ({ updated_at }) => <Moment time={updated_at} isShortToday />,
})
const contentType = optional('content_type', 'payload.content_type', { cell: ({ meta }) => meta.content_type ?? '–' })
const disposition = optional('disposition', 'payload.disposition', {
  cell: (payload) => (payload.disposition === null ? '–' : <bdi>{payload.disposition}</bdi>),
})
const reviewer = optional('reviewed_by', 'payload.reviewed_by', {
  cell: ({ reviewed_by }) => <Colleague author={reviewed_by} />,
})
const last = [device, processed, changed, disposition, reviewer]

/** Diagnostics are opened nowhere, so their row offers to save them. */
const download: Column<Payload> = {
  id: 'download',
  title: 'payload.download',
  width: '6rem',
  priority: 2,
  cell: (payload) => <DownloadIcon payload={payload} />,
}
const deviceOfRow: Column<Payload> = { ...device, priority: 2, isOptional: false }

/** The list of all kinds has the most columns. */
const whoOfAll: Column<Payload> = { ...who, width: 'minmax(7rem, 1.1fr)' }
const groupOfAll: Column<Payload> = { ...group, width: 'minmax(6rem, 0.9fr)' }

const columnsOfKind: Readonly<Record<ListName, readonly Column<Payload>[]>> = {
  all: [whenAndKind, kindWithIcon, whoOfAll, partiesOrPicture, content, groupOfAll, state, direction, ...last],
  calls: [whenAndHowLong, who, parties, duration, type, group, state, direction, ...last],
  diagnostics: [when, who, deviceOfRow, size, group, state, download, contentType, processed, changed],
  interviews: [whenAndHowLong, who, duration, size, group, state, ...last],
  messages: [when, who, partiesAndText, messageText, typeOfMessage, length, group, state, direction, ...last],
  photos: [when, who, size, group, state, ...last],
  videos: [whenAndHowLong, who, duration, size, group, state, ...last],
}
const videosOfTypes = [whenAndHowLong, who, type, duration, size, group, state, ...last]

/** The columns of each kind. Videos show their type only if there are several, and diagnostics are saved by people who may. */
export const payloadColumns = (
  name: ListName,
  types: readonly PayloadType[],
  mayDownload: boolean,
): readonly Column<Payload>[] => {
  const columns = name === 'videos' && types.length > 1 ? videosOfTypes : columnsOfKind[name]
  return mayDownload ? columns : columns.filter(({ id }) => id !== download.id)
}
