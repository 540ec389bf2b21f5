import type { Payload } from '@holdfast/contract'
import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import classes from './held-note.module.css'
import { HeldTarget } from './held-target.tsx'
import { MatterOfHold } from './matter-of-hold.tsx'
import { useHolds } from './use-holds.ts'

/** Above a recording that legal holds keep: their matters, for people who may see holds. */
export const HeldNote = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const { payload_reference, device_user_reference, group } = payload
  const { rows } = useHolds({ Payload: payload_reference, DeviceUser: device_user_reference, Group: group })
  if (rows.length === 0) return null
  return (
    <Alert role="note" color="cerulean" icon={<IconLock aria-hidden />} title={t('holds.on_hold')}>
      {t('holds.on_hold_body')}
      <ul className={classes.holds}>
        {rows.map((hold) => (
          <li key={hold.hold_id}>
            <MatterOfHold reference={hold.matter_reference} /> ({t(`hold_target.${hold.target_type}`)}
            {hold.target_type !== 'Payload' && (
              <>
                {' '}
                <HeldTarget {...hold} />
              </>
            )}
            )
          </li>
        ))}
      </ul>
    </Alert>
  )
}
