import type { Conversation } from '@holdfast/contract'
import { conversationNames, displayText, messageOfConversation, namedNumbers } from '@holdfast/words'
import { Skeleton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { use } from 'react'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import type { Column } from '../../../shared/list/column.ts'
import { usePageWidth } from '../../../shared/list/use-page-width.ts'
import { DirectionIcon } from '../../../shared/recordings/direction-icon.tsx'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './conversation-columns.module.css'
import { ShownSnippets } from './use-snippets.ts'

export const namedNumbersOfConversation = (conversation: Parameters<typeof messageOfConversation>[0]) =>
  namedNumbers(messageOfConversation(conversation))

/** The names of the other side of a conversation. */
export const useNamesOf = () => {
  const t = useText()
  return (conversation: Parameters<typeof conversationNames>[0]) => conversationNames(conversation, t)
}

const PeopleText = ({ conversation }: { conversation: Conversation }) => {
  const t = useText()
  const [first = '', ...others] = useNamesOf()(conversation)
  return others.length === 0 ? first : t('payload.more_numbers', { first, count: others.length })
}

const whyNotShown: Partial<Record<Conversation['status'], MessageId>> = {
  Personal: 'payload.personal',
  Damaged: 'payload.damaged',
  ReasonRequired: 'conversations.reason_required',
}

/** The beginning of the last message, or why it is not shown. */
const LastMessage = ({ conversation }: { conversation: Conversation }) => {
  const t = useText()
  const { last_payload_reference, attachments, direction } = conversation
  const snippets = use(ShownSnippets)
  const read = conversation.status === 'Ok' ? snippets.get(last_payload_reference) : null
  const status = read?.status ?? conversation.status
  const note = t(whyNotShown[status] ?? 'conversations.not_shown')
  return (
    <span className={classes.last}>
      <DirectionIcon direction={direction ?? undefined} />
      {read === undefined ? (
        <Skeleton className={classes.awaited} height={12} aria-hidden />
      ) : typeof read?.snippet === 'string' ? (
        <bdi>{displayText(read.snippet)}</bdi>
      ) : (
        <span className={classes.note}>{note}</span>
      )}
      {attachments > 0 && (
        <span className={classes.files}>
          <IconPaperclip size={14} aria-hidden />
          {t('conversations.attachments', { count: attachments })}
        </span>
      )}
    </span>
  )
}

/** A phone has no room for a column with the device user. */
const UserOnPhone = ({ conversation }: { conversation: Conversation }) =>
  usePageWidth() === 'narrow' ? (
    <>
      {' · '}
      <WhoText recording={conversation} />
    </>
  ) : null

/** The columns of the list of conversations. */
export const conversationColumns: readonly Column<Conversation>[] = [
  {
    id: 'parties',
    title: 'conversations.people',
    width: 'minmax(9rem, 1fr)',
    priority: 1,
    cell: (conversation) => (
      <>
        <PeopleText conversation={conversation} />
        <UserOnPhone conversation={conversation} />
      </>
    ),
  },
  {
    id: 'snippet',
    title: 'conversations.last',
    width: 'minmax(9rem, 2.6fr)',
    priority: 1,
    cell: (conversation) => <LastMessage conversation={conversation} />,
  },
  {
    id: 'messages',
    title: 'conversations.messages',
    width: '6rem',
    priority: 2,
    isNumeric: true,
    cell: ({ messages }) => messages,
  },
  {
    id: 'last_time',
    title: 'payload.when',
    width: 'minmax(11rem, 0.8fr)',
    priority: 1,
    cell: ({ last_time }) => <Moment time={last_time} isShortToday />,
  },
  {
    id: 'device_user_reference',
    title: 'payload.who',
    width: 'minmax(8rem, 0.9fr)',
    priority: 2,
    cell: (conversation) => <WhoText recording={conversation} />,
  },
  {
    id: 'group',
    title: 'payload.group',
    width: 'minmax(8.25rem, 0.8fr)',
    priority: 3,
    cell: ({ group }) => group ?? '–',
  },
  {
    id: 'device_reference',
    title: 'payload.device',
    width: 'minmax(8rem, 1fr)',
    priority: 2,
    isOptional: true,
    cell: ({ device_reference }) => device_reference,
  },
  {
    id: 'first_time',
    title: 'conversations.first_time',
    width: 'minmax(8.5rem, 0.8fr)',
    priority: 2,
    isOptional: true,
    cell: ({ first_time }) => <Moment time={first_time} isShortToday />,
  },
]
