import type { Handlers } from '../../core/calls/index.ts'
import { createCompletenessStatement } from './create-statement.ts'
import { getCompletenessStatementFile } from './get-file.ts'
import { getCompletenessStatement, listCompletenessStatements } from './list-statements.ts'
import { previewCompletenessStatement } from './preview-statement.ts'
import { listStatementKeys } from './statement-keys.ts'

export { namesOfStatements } from './list-statements.ts'
export { contentOf } from './statement-content.ts'
export { storeStatement, writeStatement } from './write-statement.ts'

export const completenessStatementHandlers = {
  listCompletenessStatements,
  previewCompletenessStatement,
  createCompletenessStatement,
  getCompletenessStatement,
  getCompletenessStatementFile,
  listStatementKeys,
} satisfies Partial<Handlers>
