import type { Payload } from '@holdfast/contract'
import { Alert, Anchor } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import classes from './held-note.module.css'
import { HeldTarget } from './held-target.tsx'
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
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/dashboard/account/legal-holds"
                  search={{ filter: { matter_references: [hold.matter_reference] } } as never}
                />
              )}
            >
              <bdi>{hold.matter_reference}</bdi>
            </Anchor>{' '}
            ({t(`hold_target.${hold.target_type}`)}
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
