import type { ConversationSummary } from '@holdfast/contract'
import { Button, Group } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useParams, useSearch } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { NeighboursControl } from '../../../shared/list/neighbours-control.tsx'
import { DeviceUserLink } from '../../../shared/recordings/who-text.tsx'
import { DeviceLink } from '../../../shared/ui/device-links.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { StateMessage } from '../../../shared/ui/state-message.tsx'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { useOpenAtOnce } from '../content/use-open-at-once.ts'
import { CopyLink } from '../detail/copy-link.tsx'
import { namedNumbersOfConversation, useNamesOf } from '../list/conversation-columns.tsx'
import type { ConversationKey } from '../messages/conversation-address.ts'
import { ConversationActions } from './conversation-actions.tsx'
import classes from './conversation-page.module.css'
import { ConversationReader } from './conversation-reader.tsx'
import { useConversation, useConversationSummary } from './loading/use-conversation.ts'

/** The screen of one conversation. Its messages are requested when the person asks for them, which is put on the trail. */
export default function ConversationPage() {
  const { device_reference = '', thread_id = '' } = useParams({ strict: false })
  const { message, words } = useSearch({ strict: false })
  const key = { device_reference, thread_id }
  const { summary, error, retry } = useConversationSummary(key)
  if (error) return <ErrorState isScreen error={error} unknown="conversation.unknown" onRetry={retry} />
  if (!summary) return <PageSkeleton />
  return (
    <>
      <ConversationHeader summary={summary} />
      <ConversationMessages
        key={`${device_reference}/${thread_id}/${message ?? ''}/${words ?? ''}`}
        conversation={key}
        summary={summary}
        message={typeof message === 'string' ? message : null}
        words={typeof words === 'string' ? words : ''}
      />
    </>
  )
}

const ConversationHeader = ({ summary }: { summary: ConversationSummary }) => {
  const t = useText()
  const intl = useIntl()
  const names = useNamesOf()(summary)
  const { device_reference, device_user_reference, group, messages, first_time, last_time } = summary
  const shown = names.slice(0, 4).join(', ')
  return (
    <>
      <PageHeader
        title={names.length > 4 ? t('payload.more_numbers', { first: shown, count: names.length - 4 }) : shown}
        note={intl.formatNumber(messages)}
        noteLabel={t('conversation.count', { count: messages })}
      >
        <Group gap="xs">
          <NeighboursControl of="conversation" />
          <CopyLink />
        </Group>
      </PageHeader>
      <p className={classes.facts}>
        <PartyNumbers summary={summary} />
        <span>{intl.formatDateTimeRange(new Date(first_time), new Date(last_time), { dateStyle: 'medium' })}</span>
        <span className={classes.person}>
          {t('payload.who')}:{' '}
          {device_user_reference === null ? (
            t('payload.unknown_user')
          ) : (
            <DeviceUserLink reference={device_user_reference} />
          )}
        </span>
        <span>
          {t('payload.device')}: <DeviceLink reference={device_reference} />
        </span>
        {group && <bdi>{group}</bdi>}
      </p>
    </>
  )
}

const mostNumbers = 20

/** The numbers of the named parties. A party without a name already has its number in the title. */
const PartyNumbers = ({ summary }: { summary: ConversationSummary }) => {
  const t = useText()
  const named = [...new Map(namedNumbersOfConversation(summary))]
  const further = named.length - mostNumbers
  return (
    <>
      {named.slice(0, mostNumbers).map(([number, name]) => (
        <span key={number}>
          <bdi>{name}</bdi> · <bdi className="numeric">{number}</bdi>
        </span>
      ))}
      {further > 0 && <span>{t('payload.further_parties', { count: further })}</span>}
    </>
  )
}

interface ConversationMessagesProps {
  conversation: ConversationKey
  summary: ConversationSummary
  /** The message that the address names. */
  message: string | null
  /** What the address searches in the messages. */
  words: string
}

const ConversationMessages = ({ conversation, summary, message, words }: ConversationMessagesProps) => {
  const t = useText()
  const reading = useConversation(conversation, message ? { around: message } : { at: 'last' })
  useOpenAtOnce({ mayHavePictures: true, canOpen: !reading.isOpened, open: reading.open })
  usePageKeys(reading.isOpened || reading.error ? [] : [['open', reading.open]])
  if (reading.error) return <ErrorState error={reading.error} onRetry={reading.retry} />
  if (!reading.isOpened) {
    return (
      <Panel>
        <StateMessage icon={IconMessages} title={t('conversation.open_title')} body={t('conversation.open_body')}>
          <Button onClick={reading.open}>{t('conversation.open_button')}</Button>
        </StateMessage>
      </Panel>
    )
  }
  const read = reading.messages.filter(({ status }) => status === 'Ok')
  return (
    <>
      <ConversationActions
        name={`conversation ${conversation.device_reference}/${conversation.thread_id}`}
        messages={read}
      />
      <ConversationReader reading={reading} summary={summary} message={message} words={words} />
    </>
  )
}
