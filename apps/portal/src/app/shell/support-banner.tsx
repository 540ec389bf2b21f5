import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { session } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { reloadProfile } from '../../shared/session/profile.ts'
import type { Support } from '../../shared/session/session-state.ts'
import classes from './support-banner.module.css'

/** Support mode cannot be overlooked: whose account this is, under which request, and the way out. */
export const SupportBanner = ({ support }: { support: Support }) => {
  const t = useText()
  const navigate = useNavigate()
  const end = async () => {
    notice(text('notice.support_ending'))
    session.endSupport()
    queryClient.clear()
    await reloadProfile()
    await navigate({ to: '/internal' })
  }
  return (
    <section className={classes.banner} aria-label={t('support.banner', { client: support.client })}>
      <strong>{t('support.banner', { client: support.client })}</strong>
      <span className={classes.reference}>{t('support.reference', { reference: support.requestReference })}</span>
      <Button size="compact-sm" color="dark" variant="white" onClick={() => void end()}>
        {t('support.end')}
      </Button>
    </section>
  )
}
