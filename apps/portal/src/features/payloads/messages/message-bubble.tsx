import type { Payload } from '@holdfast/contract'
import { displayText, partiesOf, partyName } from '@holdfast/words'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RequestAccess } from '../../../shared/access-requests/request-access.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { useProfile } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import { usePageKeys } from '../../../shared/ui/use-page-keys.ts'
import { useContent } from '../content/use-content.ts'
import { useOpenAtOnce } from '../content/use-open-at-once.ts'
import { whyNotToAsk } from '../content/why-not.ts'
import { MessageAttachments } from './message-attachments.tsx'
import { readMessage } from './message-body.ts'
import classes from './message-bubble.module.css'

const Body = ({ address, onFailed }: { address: string; onFailed: (address: string) => void }) => {
  const t = useText()
  const { data, error } = useQuery({ queryKey: ['message', address], queryFn: () => readMessage(address), gcTime: 0 })
  useEffect(() => {
    if (error) onFailed(address)
  }, [error, address, onFailed])
  if (!data) return <p className={classes.note}>{t('player.preparing')}</p>
  if (data.kind === 'image')
    return (
      <img
        src={data.address}
        className={classes.image}
        alt={t('message.attachment', { type: 'image' })}
        onError={() => onFailed(address)}
      />
    )
  if (data.kind === 'other')
    return <p className={classes.note}>{t('message.attachment', { type: data.contentType })}</p>
  return (
    <p className={classes.text} dir="auto">
      {data.text === '' ? t('message.empty') : displayText(data.text)}
    </p>
  )
}

const Content = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { profile } = useProfile()
  const { content, isOpening, open, stopped } = useContent(payload)
  const why = profile ? whyNotToAsk(payload, profile) : null
  useOpenAtOnce({ mayHavePictures: payload.payload_type !== 'SMS', canOpen: why === null, open })
  usePageKeys(why || content || isOpening ? [] : [['open', open]])
  if (why) return <p className={classes.note}>{t(why.title)}</p>
  if (content && 'address' in content) {
    return (
      <>
        <Body address={content.address} onFailed={stopped} />
        <MessageAttachments payload={payload} address={content.address} />
      </>
    )
  }
  return (
    <>
      {content && <p className={classes.note}>{t(content.why.title)}</p>}
      {content?.why.isNotPermitted && <RequestAccess wanted={{ action: 'payloads:play', payload }} />}
      {(!content || content.why.mayPass) && (
        <Button size="compact-sm" variant="default" loading={isOpening} onClick={open}>
          {t(content ? 'message.again' : 'message.read')}
        </Button>
      )}
    </>
  )
}

/** One message: outbound on the right, inbound on the left. */
export const MessageBubble = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { direction, timezone, local_time: localTime } = payload.meta
  const parties = partiesOf(payload).map((party) => partyName(party, t('payload.unknown_number')))
  return (
    <li className={classes.bubble} data-outbound={direction === 'O'} aria-current>
      <div className={classes.head}>
        <span className={classes.from}>{direction === 'O' ? <WhoText recording={payload} /> : parties[0]}</span>
        <span>{t(`kind.${payload.payload_type}`)}</span>
      </div>
      <Content payload={payload} />
      {direction === 'CC' && parties.length > 1 && (
        <p className={classes.note}>{t('message.copied', { who: parties.slice(1).join(', ') })}</p>
      )}
      <span className={classes.time}>
        <Moment time={payload.payload_time} timezone={timezone} localTime={localTime} />
      </span>
    </li>
  )
}
