import type { Alert } from '@holdfast/contract'
import { AlertStateBadge } from '../../shared/alerts/alert-badges.tsx'
import { useAlertWords } from '../../shared/alerts/alert-words.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { AlertActions } from './alert-actions.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertHandling } from './alert-handling.tsx'
import { AlertOccurrences } from './alert-occurrences.tsx'
import classes from './alerts.module.css'
import { RelatedEntities } from './related-entities.tsx'
import { Todo } from './todo.tsx'

interface AlertDetailProps {
  alert: Alert
  actions: readonly SelectionAction[]
  /** Whether the alert's account is the one that is open: only there do its links lead anywhere. */
  isOfOwnAccount: boolean
}

/** One alert: its cause, what ends it, what to do about it, its occurrences and who handled it. */
export const AlertDetail = ({ alert, actions, isOfOwnAccount }: AlertDetailProps) => {
  const t = useText()
  const { subject, message } = useAlertWords()(alert)
  const { condition } = alert
  const facts = [
    { label: t('alerts.raised_when'), value: t(`alert_condition.${condition}.raised`) },
    { label: t('alerts.ends_when'), value: t(`alert_condition.${condition}.ends`) },
    { label: t('alerts.todo'), value: <Todo condition={condition} isLinked={isOfOwnAccount} /> },
  ]
  return (
    <>
      <PageHeader title={subject}>
        <AlertStateBadge alert={alert} />
        <AlertActions alert={alert} actions={actions} />
      </PageHeader>
      <DetailColumns
        main={
          <>
            <Panel title={t('alerts.what')}>
              <p className={classes.written}>{message}</p>
              <Facts title={null} facts={condition === 'raised_by_hand' ? facts.slice(0, 2) : facts} />
            </Panel>
            <RelatedEntities alert={alert} isLinked={isOfOwnAccount} />
            <AlertOccurrences alert={alert} />
          </>
        }
        side={
          <>
            <AlertHandling alert={alert} />
            <AlertFacts alert={alert} hasAccount={!isOfOwnAccount} />
          </>
        }
      />
    </>
  )
}
