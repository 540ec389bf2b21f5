import type { Payload } from '@holdfast/contract'
import { partiesOf, partyName } from '@holdfast/words'
import { useText } from '../../../shared/i18n/text.ts'

/** Of a sound with more channels, each of the two lanes is a mix. */
export const channelsOf = ({ media, meta }: Payload): number => media?.channels ?? meta.channel_parties?.length ?? 2

/** Who is heard on a channel of a call, from 0, as the handset said; the number of the channel if it did not, or if lanes are mixes. */
export const useLaneName = (payload: Payload): ((channel: number) => string) => {
  const t = useText()
  const { meta, device_user_reference } = payload
  const [party, ...others] = partiesOf(payload)
  return (channel) => {
    const who = channelsOf(payload) > 2 ? undefined : meta.channel_parties?.[channel]
    if (who === 'device_user') return device_user_reference ?? t('payload.who')
    if (who !== 'other_party') return t('player.channel', { channel: channel + 1 })
    return party && others.length === 0 ? partyName(party, t('player.other_party')) : t('player.other_party')
  }
}
