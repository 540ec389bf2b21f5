import type { PayloadAudit } from '@holdfast/contract'
import { reasonInWords } from '@holdfast/words'
import type { FindText } from '../../../shared/i18n/text.ts'

type AuditRecord = Pick<PayloadAudit['records'][number], 'action' | 'status'>

/** What happened to a recording. A request for content that was refused opened nothing. */
export const recordInWords = ({ action, status }: AuditRecord, findText: FindText): string => {
  if (status === null || status === 'Ok') return findText(`event.${action.replace('.', '_')}`) ?? action
  const why = reasonInWords(status, findText)
  return findText('audit.refused', { why }) ?? why
}
