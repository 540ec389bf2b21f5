import { type CompletenessStatement, calls, type StatementFormat, statementFileName } from '@holdfast/contract'
import { callApi } from '../../../../shared/api/client.ts'
import { saveFile } from '../../../../shared/ui/save-file.ts'

/** Saves a file of a statement, byte for byte as it was signed. A refusal shows a notice. */
export const downloadStatement = async (
  statement: Pick<CompletenessStatement, 'month' | 'statement_reference'>,
  format: StatementFormat,
): Promise<void> => {
  const { statement_reference } = statement
  await callApi(calls.getCompletenessStatementFile, {
    params: { statement_reference },
    query: { format },
    takeBytes: (bytes) => saveFile(bytes, statementFileName(statement, format)),
  }).catch(() => undefined)
}
