import type { Payload } from '@holdfast/contract'
import { useText } from '../../shared/i18n/text.ts'
import { partiesOf, partyName } from '../../shared/recordings/people.ts'

/** Who is heard on a channel of a call, from 0, as the handset said; the number of the channel if it did not. */
export const useLaneName = (payload: Payload): ((channel: number) => string) => {
  const t = useText()
  const { meta, device_user_reference } = payload
  const [party, ...others] = partiesOf(payload)
  return (channel) => {
    const who = meta.channel_parties?.[channel]
    if (who === 'device_user') return device_user_reference ?? t('payload.who')
    if (who !== 'other_party') return t('player.channel', { channel: channel + 1 })
    return party && others.length === 0 ? partyName(party, t('player.other_party')) : t('player.other_party')
  }
}
