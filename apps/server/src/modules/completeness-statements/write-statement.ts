import { createHash, sign } from 'node:crypto'
import {
  type CompletenessStatement,
  type Locale,
  locales,
  type StatementContent,
  statementFileName,
} from '@holdfast/contract'
import type { AuditedTransaction } from '../../core/calls/index.ts'
import type { Platform } from '../../core/platform.ts'
import { newId } from '../../platform/identifiers.ts'
import type { StatedMonth } from './stated-month.ts'
import { statementCsv } from './statement-csv.ts'
import { signingKeyOf } from './statement-keys.ts'
import { statementPdf } from './statement-pdf.ts'

interface Stating {
  content: StatementContent
  created_at: string
  created_by: string
}

type StatementRow = Awaited<ReturnType<typeof writeStatement>>

/** Writes and signs the files of a statement whose content was read before. It takes seconds, so no transaction is open meanwhile. */
export const writeStatement = async (
  { keys, clients }: Pick<Platform, 'keys' | 'clients'>,
  client: string,
  { group, month, locale = locales[0] }: { group: string; month: string; locale?: Locale },
  { content, created_at, created_by }: Stating,
) => {
  const account = await clients.find(client)
  const { privateKey, key_id, public_key } = signingKeyOf(keys)
  const stated: StatedMonth = {
    statement_reference: newId(new Date(created_at)),
    client,
    account_name: account?.name ?? client,
    group,
    month,
    locale,
    created_at,
    created_by,
    key_id,
  }
  const pdf = await onePdfAtATime(() => statementPdf(stated, content))
  const csv = statementCsv(stated, content)
  const [pdf_sha256, csv_sha256] = [sha256(pdf), sha256(csv)]
  const manifest = manifestOf(stated, {
    pdf: { bytes: pdf.length, sha256: pdf_sha256 },
    csv: { bytes: csv.length, sha256: csv_sha256 },
  })
  const { account_name: _, ...columns } = stated
  const signature = sign(null, Buffer.from(manifest), privateKey)
  return { ...columns, public_key, content, pdf, pdf_sha256, csv, csv_sha256, manifest, signature }
}

/** Stores a statement. It never changes. */
export const storeStatement = async (tx: AuditedTransaction, row: StatementRow): Promise<CompletenessStatement> => {
  await tx.db
    .insertInto('completeness_statements')
    .values({ ...row, content: JSON.stringify(row.content) })
    .execute()
  const { statement_reference, group, month, locale, created_at, created_by, key_id, pdf_sha256, csv_sha256 } = row
  const told = { statement_reference, group, month, locale, key_id, pdf_sha256, csv_sha256 }
  tx.audit('completeness_statement.made', told, [group])
  return { ...told, created_at, created_by, superseded_by: null }
}

let lastPdf: Promise<unknown> = Promise.resolve()

/** Writing a PDF keeps a processor busy, so several at once would not finish sooner and would need more memory. */
const onePdfAtATime = (write: () => Promise<Buffer>): Promise<Buffer> => {
  const turn = lastPdf.then(write)
  lastPdf = turn.catch(() => undefined)
  return turn
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** What is signed: whose statement this is, and the checksums of its files. */
const manifestOf = (stated: StatedMonth, files: Record<'pdf' | 'csv', { bytes: number; sha256: string }>): string => {
  const named = (format: 'pdf' | 'csv') => ({ name: statementFileName(stated, format), ...files[format] })
  const manifest = { format: 'holdfast-completeness-statement-1', ...stated, files: [named('pdf'), named('csv')] }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
