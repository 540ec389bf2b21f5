import { IconMoonStars } from '@tabler/icons-react'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import classes from './quiet-banner.module.css'

/** On every screen of a restored copy that nobody has taken into use. */
export const QuietBanner = () => {
  const t = useText()
  const { profile } = useProfile()
  if (!profile?.is_quiet) return null
  return (
    <section className={classes.banner} aria-label={t('shell.quiet')}>
      <IconMoonStars size={18} stroke={1.8} aria-hidden />
      <div>
        <strong>{t('shell.quiet')}</strong> {t('shell.quiet_body')}
      </div>
    </section>
  )
}
