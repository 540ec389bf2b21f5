import type { Alert } from '@holdfast/contract'
import { alertInWords, alertStateWords } from '../alerts/alert-words.ts'
import {
  colleagueColumn,
  countColumn,
  type FileTable,
  fieldColumn,
  momentColumn,
  referenceColumn,
  textColumn,
} from './file-table.ts'

export const alertsFile: FileTable<Alert> = {
  colleaguesOf: ({ acknowledged_by }) => [acknowledged_by],
  columns: [
    textColumn(
      'what',
      'alerts.what',
      (alert, { findText, formatDay }) => alertInWords(alert, findText, formatDay).subject,
    ),
    textColumn('severity', 'alerts.severity', ({ alert_severity }, { t }) => t(`alerts.severity_${alert_severity}`)),
    textColumn('type', 'alerts.type', ({ alert_type }, { t }) => t(`alerts.type_${alert_type}`)),
    textColumn('scope', 'alerts.scope', ({ alert_scope }, { t }) => t(`alerts.scope_${alert_scope}`)),
    fieldColumn('group', 'field.group'),
    momentColumn('last_occurrence', 'alerts.last_occurrence'),
    momentColumn('first_occurrence', 'alerts.first_occurrence'),
    countColumn('count', 'alerts.count', ({ occurrence_count }) => occurrence_count),
    colleagueColumn('acknowledged_by', 'alerts.acknowledged'),
    textColumn('state', 'alerts.state', (alert, { t }) => t(alertStateWords(alert))),
    fieldColumn('client', 'alerts.account'),
    textColumn(
      'message',
      'trail_file.details',
      (alert, { findText, formatDay }) => alertInWords(alert, findText, formatDay).message,
    ),
    referenceColumn('alert_reference', 'user.reference'),
  ],
}
