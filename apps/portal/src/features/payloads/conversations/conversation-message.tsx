import type { ConversationMessage as Message, UserProfile } from '@holdfast/contract'
import { displayText, partiesOf, partyName } from '@holdfast/words'
import { Button, Tooltip } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { whyNotAnswered, whyNotToAsk } from '../content/why-not.ts'
import { kinds } from '../kinds.ts'
import { MessageAttachments } from '../messages/message-attachments.tsx'
import bubble from '../messages/message-bubble.module.css'
import { HighlightedText } from '../search/highlighted-text.tsx'
import classes from './conversation-message.module.css'
import type { MessageMatch } from './message-matches.ts'

/** Why a message has no text. */
const reasonOf = (message: Message, profile: UserProfile | undefined): MessageId => {
  const { status } = message
  if (status === 'Damaged') return 'why.damaged_title'
  const why = profile && whyNotToAsk(message, profile)
  if (why) return why.title
  return status === 'Ok' ? 'why.undecodable_title' : whyNotAnswered(status, '', '').title
}

/** Longer texts are shown in part at first. */
const shortCharacters = 1_500

/** Where a text contains what is searched for. */
interface FoundIn {
  matches: readonly MessageMatch[]
  /** The match that somebody is led to, if it is in this text. */
  currentMatch: MessageMatch | null
  onCurrentMatch: (mark: HTMLElement) => void
}

const FoundText = ({ text, matches, currentMatch, onCurrentMatch }: FoundIn & { text: string }) => (
  <HighlightedText text={text} highlights={matches} current={currentMatch?.start} onCurrent={onCurrentMatch} />
)

interface MessageTextProps extends FoundIn {
  text: string
  /** The message has more text than the server returned. */
  isCut: boolean
  /** Of the message by itself. */
  address: string
}

const MessageText = ({ text: written, isCut, address, matches, ...found }: MessageTextProps) => {
  const t = useText()
  const text = displayText(written)
  const [isWhole, setWhole] = useState(text.length <= shortCharacters)
  // Somebody who is led to a match in the rest of the text sees it whole from then on.
  if (!isWhole && found.currentMatch !== null && found.currentMatch.end > shortCharacters) setWhole(true)
  const shownMatches = isWhole ? matches : matches.filter(({ end }) => end <= shortCharacters)
  const shown = isWhole ? text : `${text.slice(0, shortCharacters).toWellFormed()}…`
  return (
    <>
      <p className={bubble.text} dir="auto">
        {text === '' ? t('message.empty') : <FoundText text={shown} matches={shownMatches} {...found} />}
      </p>
      {!isWhole && (
        <Button size="compact-xs" variant="default" onClick={() => setWhole(true)}>
          {t('conversation.more')}
        </Button>
      )}
      {isWhole && isCut && (
        <p className={bubble.note}>
          {t('conversation.cut')} <Link to={address}>{t('conversation.whole')}</Link>
        </p>
      )}
    </>
  )
}

/** Whether somebody has reviewed the message, and what came of it. */
const ReviewMark = ({ message: { reviewed_at, reviewed_by, disposition } }: { message: Message }) => {
  const t = useText()
  const intl = useIntl()
  const nameOf = useColleagues(reviewed_by === null ? [] : [reviewed_by])
  if (reviewed_at === null) return null
  const when = intl.formatDate(reviewed_at, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Tooltip label={t('conversation.reviewed', { who: reviewed_by === null ? '' : nameOf(reviewed_by), when })}>
      <span className={classes.reviewed}>
        <IconEyeCheck size={13} stroke={1.8} role="img" aria-label={t('payload.reviewed')} />
        {disposition && <bdi>{disposition}</bdi>}
      </span>
    </Tooltip>
  )
}

interface ConversationMessageProps extends FoundIn {
  message: Message
  isContinued: boolean
  isClockSetBack: boolean
  isCurrent: boolean
  profile: UserProfile | undefined
}

/** One message of a conversation: outbound on the right, inbound on the left. Its text is never interpreted as markup. */
export const ConversationMessage = (props: ConversationMessageProps) => {
  const { message, isContinued, isClockSetBack, isCurrent, profile } = props
  const t = useText()
  const intl = useIntl()
  const { meta, payload_type, payload_time, payload_reference, text, subject, s3_url, is_text_cut, media } = message
  const isOutbound = meta.direction === 'O'
  const parties = partiesOf(message).map((party) => partyName(party, t('payload.unknown_number')))
  const address = kinds.messages.linkOf(payload_reference)
  const attachments = media?.attachments ?? []
  const found = (place: MessageMatch['place']) => {
    const isIn = (match: MessageMatch) => match.key === payload_reference && match.place === place
    const currentMatch = props.currentMatch && isIn(props.currentMatch) ? props.currentMatch : null
    return { matches: props.matches.filter(isIn), currentMatch, onCurrentMatch: props.onCurrentMatch }
  }
  return (
    <div
      className={`${bubble.bubble} ${classes.bubble}`}
      data-outbound={isOutbound}
      data-current={isCurrent}
      data-continued={isContinued}
    >
      {!isContinued && (
        <div className={bubble.head}>
          <bdi className={bubble.from}>{isOutbound ? <WhoText recording={message} /> : parties[0]}</bdi>
          <span>{t(`kind.${payload_type}`)}</span>
        </div>
      )}
      {text === null ? (
        <p className={classes.without}>{t(reasonOf(message, profile))}</p>
      ) : (
        <>
          {subject && (
            <p className={classes.subject} dir="auto">
              <FoundText text={displayText(subject)} {...found('subject')} />
            </p>
          )}
          {(text !== '' || attachments.length === 0) && (
            <MessageText text={text} isCut={is_text_cut} address={address} {...found('text')} />
          )}
          {s3_url && <MessageAttachments payload={message} address={s3_url} />}
        </>
      )}
      {meta.direction === 'CC' && parties.length > 1 && (
        <p className={bubble.note}>{t('message.copied', { who: parties.slice(1).join(', ') })}</p>
      )}
      {isClockSetBack && <p className={bubble.note}>{t('conversation.clock_set_back')}</p>}
      <div className={classes.foot}>
        <ReviewMark message={message} />
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
    </div>
  )
}
