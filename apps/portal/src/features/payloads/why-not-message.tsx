import { IconClockHour4, IconLock, IconShieldX } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { StateMessage } from '../../shared/ui/state-message.tsx'
import type { WhyNot } from './why-not.ts'

const iconOf = ({ body }: WhyNot) => {
  if (body === 'why.recorded' || body === 'why.uploaded') return IconClockHour4
  return body === 'why.quarantined' || body === 'why.failed' ? IconShieldX : IconLock
}

/** Stands where the content would be, and says plainly why it is not there. */
export const WhyNotMessage = ({ why }: { why: WhyNot }) => {
  const t = useText()
  const reason = why.reason ? `\n${t('why.reason', { reason: why.reason })}` : ''
  return <StateMessage icon={iconOf(why)} title={t(why.title)} body={`${t(why.body, why.values)}${reason}`} />
}
