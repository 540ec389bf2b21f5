import { type Conversation, type Direction, messageTypes, type Payload, type ReviewItem } from '@holdfast/contract'
import type { MessageId, Translate } from '../message.ts'
import { conversationNames } from '../recordings/conversation-parties.ts'
import { durationSeconds } from '../recordings/duration-seconds.ts'
import { durationText } from '../recordings/duration-text.ts'
import { partiesOf, partyName } from '../recordings/parties.ts'
import { payloadMarks } from '../recordings/payload-marks.ts'
import {
  bytesColumn,
  colleagueColumn,
  colleagueText,
  countColumn,
  dayColumn,
  deviceUserColumns,
  durationColumn,
  type FileReader,
  type FileTable,
  fieldColumn,
  momentColumn,
  openedColumn,
  referenceColumn,
  textColumn,
} from './file-table.ts'

const listed = (texts: readonly (string | null)[]): string => texts.filter((text) => text !== null).join('; ')

const directionText = (direction: Direction | null | undefined, t: Translate): string | null =>
  direction ? t(`direction.${direction}`) : null

const isMessage = ({ payload_type }: Payload): boolean => messageTypes.some((type) => type === payload_type)
const isPicture = ({ payload_type }: Payload): boolean => ['Photo', 'Video', 'AR'].includes(payload_type)
const sizeOf = ({ media, meta, size }: Payload): number | null => media?.size ?? meta.size ?? size

/** The cell of the screen in words: the length, the beginning of a message, or the dimensions and size of a picture. */
const contentText = (payload: Payload, { beginningOf, formatSize }: FileReader): string | null => {
  if (isMessage(payload)) return beginningOf(payload.payload_reference) ?? null
  const seconds = durationSeconds(payload)
  const { width = null, height = null } = payload.media ?? {}
  const size = sizeOf(payload)
  const parts = [
    seconds === null ? null : durationText(Math.floor(seconds)),
    width === null || height === null ? null : `${width} × ${height}`,
    isPicture(payload) && size !== null ? formatSize(size) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** Recordings of any kind. The order is that of the list of all of them; further columns follow. */
export const recordingsFile: FileTable<Payload> = {
  deviceUsersOf: ({ device_user_reference }) => [device_user_reference],
  colleaguesOf: ({ reviewed_by }) => [reviewed_by],
  messageOf: (payload) => {
    const { payload_reference, payload_type, group, is_personal_number } = payload
    const mayOpen = isMessage(payload) && group !== null && !is_personal_number
    return mayOpen ? { payload_reference, payload_type, group } : null
  },
  columns: [
    momentColumn('payload_time', 'payload.when'),
    textColumn('payload_type', 'payload.kind', ({ payload_type }, { t }) => t(`kind.${payload_type}`)),
    ...deviceUserColumns<Payload>('payload.who'),
    textColumn(['direction', 'numbers'], 'payload.direction', ({ meta }, { t }) => directionText(meta.direction, t)),
    textColumn('numbers', 'payload.parties', (payload, { t }) =>
      listed(partiesOf(payload).map((party) => partyName(party, t('payload.unknown_number')))),
    ),
    textColumn('numbers', 'payload.numbers', ({ numbers }) => listed(numbers)),
    openedColumn('content', 'payload.content', contentText),
    openedColumn('snippet', 'payload.text', contentText),
    durationColumn(['duration', 'content'], 'payload.duration', durationSeconds),
    countColumn('length', 'payload.length', ({ meta }) => meta.length ?? null),
    bytesColumn('size', 'export_file.size', sizeOf),
    fieldColumn('group', 'payload.group'),
    textColumn('payload_state', 'payload.state', (payload, { t }) =>
      payloadMarks(payload)
        .map((mark) => t(mark))
        .join(', '),
    ),
    fieldColumn('device_reference', 'payload.device'),
    momentColumn('uploaded_at', 'custody.uploaded'),
    momentColumn('processed_at', 'payload.processed'),
    momentColumn('updated_at', 'payload.changed'),
    fieldColumn('disposition', 'payload.disposition'),
    colleagueColumn('reviewed_by', 'payload.reviewed_by'),
    momentColumn('reviewed_at', 'payload.reviewed_on'),
    textColumn('failure', 'payload.failure', ({ failure }, { findText }) =>
      failure === null ? null : (findText(`failure.${failure}`) ?? failure),
    ),
    textColumn('notes', 'payload.notes', ({ amendments, meta }) => amendments?.notes?.text ?? meta.notes ?? null),
    textColumn(
      'content_type',
      'payload.content_type',
      ({ media, meta }) => media?.content_type ?? meta.content_type ?? null,
    ),
    fieldColumn('thread_id', 'payload.thread'),
    textColumn('timezone', 'payload.timezone', ({ meta }) => meta.timezone ?? null),
    textColumn('local_time', 'payload.local_time', ({ meta }) => meta.local_time ?? null),
    fieldColumn('checksum', 'payload.checksum'),
    referenceColumn('payload_reference', 'payload.reference'),
  ],
}

const whyNotShown: Partial<Record<Conversation['status'], MessageId>> = {
  Personal: 'payload.personal',
  Damaged: 'payload.damaged',
  ReasonRequired: 'conversations.reason_required',
}

export const conversationsFile: FileTable<Conversation> = {
  deviceUsersOf: ({ device_user_reference }) => [device_user_reference],
  messageOf: ({ last_payload_reference: payload_reference, last_payload_type: payload_type, group, status }) =>
    status === 'Ok' && group !== null ? { payload_reference, payload_type, group } : null,
  columns: [
    textColumn('parties', 'conversations.people', (conversation, { t }) => listed(conversationNames(conversation, t))),
    textColumn('parties', 'payload.numbers', ({ numbers }) => listed(numbers)),
    textColumn('snippet', 'payload.direction', ({ direction }, { t }) => directionText(direction, t)),
    openedColumn(
      'snippet',
      'conversations.last',
      ({ last_payload_reference, status }, { beginningOf, t }) =>
        beginningOf(last_payload_reference) ?? t(whyNotShown[status] ?? 'conversations.not_shown'),
    ),
    countColumn('snippet', 'export_file.attachments', ({ attachments }) => attachments),
    countColumn('messages', 'conversations.messages', ({ messages }) => messages),
    momentColumn('last_time', 'payload.when'),
    ...deviceUserColumns<Conversation>('payload.who'),
    fieldColumn('group', 'payload.group'),
    fieldColumn('device_reference', 'payload.device'),
    momentColumn('first_time', 'conversations.first_time'),
    referenceColumn('thread_id', 'payload.thread'),
  ],
}

export const reviewItemsFile: FileTable<ReviewItem> = {
  deviceUsersOf: ({ device_user_reference }) => [device_user_reference],
  colleaguesOf: ({ assigned_to, passed_on_by, reviewed_by }) => [assigned_to, passed_on_by, reviewed_by],
  columns: [
    momentColumn('payload_time', 'payload.when'),
    ...deviceUserColumns<ReviewItem>('payload.who'),
    textColumn('payload_type', 'payload.kind', ({ payload_type }, { t }) => t(`kind.${payload_type}`)),
    fieldColumn('queue_name', 'reviews.queue'),
    dayColumn('due_on', 'reviews.due_on'),
    textColumn('assigned_to', 'reviews.assigned_to', ({ assigned_to }, reader) =>
      assigned_to === null ? reader.t('reviews.nobody') : colleagueText(assigned_to, reader),
    ),
    textColumn('state', 'payload.state', ({ state }, { t }) => t(`reviews.state_${state}`)),
    fieldColumn('disposition', 'payload.disposition'),
    textColumn('passed_on_note', 'reviews.passed_on', ({ passed_on_by, passed_on_note }, reader) =>
      passed_on_by === null ? null : `${colleagueText(passed_on_by, reader)}: ${passed_on_note ?? ''}`,
    ),
    fieldColumn('group', 'payload.group'),
    colleagueColumn('reviewed_by', 'payload.reviewed_by'),
    momentColumn('reviewed_at', 'payload.reviewed_on'),
    referenceColumn('payload_reference', 'payload.reference'),
  ],
}
