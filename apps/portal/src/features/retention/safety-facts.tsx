import type { RetentionPolicy } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { byteSize } from '../../shared/ui/byte-size.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** The settings that protect data from accidental changes and runs. */
export const SafetyFacts = ({ policy }: { policy: RetentionPolicy }) => {
  const t = useText()
  const intl = useIntl()
  const { settings, is_locked, active_version, updated_by, updated_at } = policy
  const { delay_days, confirm_above_recordings, confirm_above_bytes, run_share_percent } = settings
  return (
    <Panel>
      <Facts
        title={t('retention.safety')}
        facts={[
          { label: t('retention.delay'), value: t('retention.days', { days: delay_days }) },
          {
            label: t('retention.confirm_above'),
            value: t('retention.confirm_above_value', {
              recordings: confirm_above_recordings,
              size: byteSize(intl, confirm_above_bytes),
            }),
          },
          { label: t('retention.share'), value: t('retention.share_value', { percent: run_share_percent }) },
          { label: t('retention.lock'), value: t(is_locked ? 'retention.locked_policy' : 'retention.is_not_locked') },
          {
            label: t('retention.policy_version'),
            value: active_version === 0 ? null : intl.formatNumber(active_version),
          },
          { label: t('detail.updated_by'), value: updated_by && <Colleague author={updated_by} /> },
          { label: t('retention.changed'), value: updated_at && <Moment time={updated_at} /> },
        ]}
      />
    </Panel>
  )
}
