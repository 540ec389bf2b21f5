import type { Payload } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import { DirectionIcon } from './direction-icon.tsx'
import { partiesOf, partyName } from './people.ts'

/** The other side of a recording, in one line. */
export const PartiesText = ({ payload }: { payload: Pick<Payload, 'meta' | 'numbers'> }) => {
  const t = useText()
  const [first, ...others] = partiesOf(payload).map((party) => partyName(party, t('payload.unknown_number')))
  const name = first ?? t('payload.unknown_number')
  return (
    <span className="numeric">
      <DirectionIcon direction={payload.meta.direction} />
      {others.length === 0 ? name : t('payload.more_numbers', { first: name, count: others.length })}
    </span>
  )
}
