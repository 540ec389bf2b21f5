import type { Alert } from '@holdfast/contract'
import { SeverityBadge } from '../../shared/alerts/alert-badges.tsx'
import { nameOfCondition } from '../../shared/alerts/alert-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** Everything that is stored of an alert, apart from what was done with it. */
export const AlertFacts = ({ alert, hasAccount }: { alert: Alert; hasAccount: boolean }) => {
  const t = useText()
  const moment = (time: string | null) => time && <Moment time={time} />
  return (
    <Panel>
      <Facts
        title={t('alerts.about')}
        facts={[
          { label: t('alerts.account'), value: hasAccount ? alert.client : null },
          { label: t('alerts.severity'), value: <SeverityBadge severity={alert.alert_severity} /> },
          { label: t('alerts.condition'), value: t(nameOfCondition(alert.condition)) },
          { label: t('alerts.type'), value: t(`alerts.type_${alert.alert_type}`) },
          { label: t('alerts.scope'), value: t(`alerts.scope_${alert.alert_scope}`) },
          { label: t('field.group'), value: alert.group },
          { label: t('alerts.first_occurrence'), value: moment(alert.first_occurrence) },
          { label: t('alerts.last_occurrence'), value: moment(alert.last_occurrence) },
          { label: t('alerts.ends'), value: t(`alerts.ends_${alert.alert_key_type}`) },
          { label: t('alerts.expires_after'), value: moment(alert.expires_after) },
          {
            label: t('alerts.targets'),
            value: alert.alert_targets.map((target) => t(`alerts.target_${target}`)).join(', '),
          },
          { label: t('alerts.api_action'), value: alert.api_action },
          { label: t('alerts.updated_at'), value: moment(alert.updated_at) },
          { label: t('alerts.key'), value: alert.alert_key, copy: alert.alert_key },
          { label: t('alerts.reference'), value: alert.alert_reference, copy: alert.alert_reference },
        ]}
      />
    </Panel>
  )
}
