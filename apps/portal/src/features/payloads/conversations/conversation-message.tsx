import type { ConversationMessage as Message, UserProfile } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { partiesOf, partyName } from '../../../shared/recordings/people.ts'
import { kinds } from '../kinds.ts'
import { MessageAttachments } from '../message-attachments.tsx'
import bubble from '../message-bubble.module.css'
import { whyNotAnswered, whyNotToAsk } from '../why-not.ts'
import classes from './conversation-message.module.css'

/** Why a message has no text. */
const reasonOf = (message: Message, profile: UserProfile | undefined): MessageId => {
  const { status } = message
  if (status === 'Damaged') return 'why.damaged_title'
  const why = profile && whyNotToAsk(message, profile)
  if (why) return why.title
  return status === 'Ok' ? 'why.undecodable_title' : whyNotAnswered(status, '', '').title
}

interface ConversationMessageProps {
  message: Message
  isContinued: boolean
  isCurrent: boolean
  profile: UserProfile | undefined
}

/** One message of a conversation: outbound on the right, inbound on the left. Its text is never interpreted as markup. */
export const ConversationMessage = ({ message, isContinued, isCurrent, profile }: ConversationMessageProps) => {
  const t = useText()
  const intl = useIntl()
  const { meta, payload_type, payload_time, payload_reference, text, subject, s3_url, is_text_cut, media } = message
  const isOutbound = meta.direction === 'O'
  const parties = partiesOf(message).map((party) => partyName(party, t('payload.unknown_number')))
  const address = kinds.messages.linkOf(payload_reference)
  const attachments = media?.attachments ?? []
  return (
    <div
      className={`${bubble.bubble} ${classes.bubble}`}
      data-outbound={isOutbound}
      data-current={isCurrent}
      data-continued={isContinued}
    >
      {!isContinued && (
        <div className={bubble.head}>
          <bdi className={bubble.from}>
            {isOutbound ? (message.device_user_reference ?? message.device_reference) : parties[0]}
          </bdi>
          <span>{t(`kind.${payload_type}`)}</span>
        </div>
      )}
      {text === null ? (
        <p className={classes.without}>{t(reasonOf(message, profile))}</p>
      ) : (
        <>
          {subject && (
            <p className={classes.subject} dir="auto">
              {subject}
            </p>
          )}
          {(text !== '' || attachments.length === 0) && (
            <p className={bubble.text} dir="auto">
              {text === '' ? t('message.empty') : text}
            </p>
          )}
          {is_text_cut && (
            <p className={bubble.note}>
              {t('conversation.cut')}{' '}
              <Anchor component={Link} to={address} size="xs">
                {t('conversation.whole')}
              </Anchor>
            </p>
          )}
          {s3_url && <MessageAttachments address={s3_url} attachments={attachments} isOnDemand />}
        </>
      )}
      {meta.direction === 'CC' && parties.length > 1 && (
        <p className={bubble.note}>{t('message.copied', { who: parties.slice(1).join(', ') })}</p>
      )}
      <Link
        to={address}
        className={bubble.time}
        aria-label={t('conversation.message_at', {
          time: intl.formatDate(payload_time, { dateStyle: 'medium', timeStyle: 'short' }),
        })}
      >
        <time dateTime={payload_time}>{intl.formatTime(payload_time, { timeStyle: 'short' })}</time>
      </Link>
    </div>
  )
}
