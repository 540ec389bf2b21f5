import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useText } from '../shared/i18n/text.ts'
import classes from './offline-banner.module.css'

/** Shown while there is no network. */
export const OfflineBanner = () => {
  const t = useText()
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <p className={classes.banner}>
          <IconWifiOff size={18} stroke={1.8} aria-hidden />
          {t('shell.offline')}
        </p>
      )}
    </div>
  )
}
