import type { Payload } from '@holdfast/contract'
import { partiesOf, partyName } from '@holdfast/words'
import { IconPencil } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { DirectionIcon } from './direction-icon.tsx'
import classes from './parties-text.module.css'

/** The other side of a recording, in one line. */
export const PartiesText = ({
  payload,
}: {
  payload: Pick<Payload, 'meta' | 'numbers'> & Partial<Pick<Payload, 'amendments'>>
}) => {
  const t = useText()
  const parties = partiesOf(payload)
  const [first, ...others] = parties.map((party) => partyName(party, t('payload.unknown_number')))
  const name = first ?? t('payload.unknown_number')
  return (
    <span className="numeric">
      <DirectionIcon direction={payload.meta.direction} />
      {others.length === 0 ? name : t('payload.more_numbers', { first: name, count: others.length })}
      {parties[0]?.isAmended && (
        <IconPencil
          size={13}
          stroke={1.7}
          className={classes.amended}
          role="img"
          aria-label={t('amend.corrected_name')}
        />
      )}
    </span>
  )
}
