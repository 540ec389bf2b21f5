import type { Payload } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { IconClockHour4, IconCloudOff, IconFileBroken, IconLock, IconShieldX } from '@tabler/icons-react'
import { RequestAccess } from '../../../shared/access-requests/request-access.tsx'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { StateMessage } from '../../../shared/ui/state-message.tsx'
import { RescanRecording } from '../rescan/rescan-recording.tsx'
import { failureText } from './failure-text.ts'
import type { WhyNot } from './why-not.ts'

const iconOf = ({ body }: WhyNot) => {
  if (body === 'why.recorded' || body === 'why.not_imported' || body === 'why.uploaded') return IconClockHour4
  if (body === 'why.unreachable' || body === 'why.unavailable' || body === 'why.not_prepared') return IconCloudOff
  if (body === 'why.damaged') return IconFileBroken
  return body === 'why.quarantined' || body.startsWith('why.failed') ? IconShieldX : IconLock
}

interface WhyNotMessageProps {
  why: WhyNot
  /** The recording whose content it is. */
  payload?: Pick<Payload, 'payload_reference' | 'payload_type'>
  /** The label of the button that opens again what has ended. After a failure it is 'Try again'. */
  again?: MessageId
  onAgain?: () => void
}

/** Shown in the place of content, with the reason why there is none. */
export const WhyNotMessage = ({ why, payload, again, onAgain }: WhyNotMessageProps) => {
  const t = useText()
  const reason = why.reason ? `\n${t('why.reason', { reason: failureText(t, why.reason) })}` : ''
  return (
    <StateMessage icon={iconOf(why)} title={t(why.title)} body={`${t(why.body, why.values)}${reason}`}>
      {why.isNotPermitted && payload && <RequestAccess wanted={{ action: 'payloads:play', payload }} />}
      {why.body === 'why.quarantined' && payload && <RescanRecording payload_reference={payload.payload_reference} />}
      {why.mayPass && again && (
        <Button onClick={onAgain}>{t(why.title === 'why.ended_title' ? again : 'error.retry')}</Button>
      )}
    </StateMessage>
  )
}
