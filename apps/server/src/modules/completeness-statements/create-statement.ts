import { createHash, sign } from 'node:crypto'
import {
  type CallInput,
  type CompletenessStatement,
  type calls,
  limits,
  locales,
  ProductError,
  statementFileName,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { beginFile, ticketCallerOf } from '../../core/tickets/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { newId } from '../../platform/identifiers.ts'
import { assertMayState } from './preview-statement.ts'
import type { StatedMonth } from './stated-month.ts'
import { contentOf } from './statement-content.ts'
import { statementCsv } from './statement-csv.ts'
import { signingKeyOf } from './statement-keys.ts'
import { namesToSee } from './statement-names.ts'
import { statementPdf } from './statement-pdf.ts'

/**
 * `POST /completeness/statements`. The files are written before the transaction that stores them, which holds no lock meanwhile.
 * @throws ProductError `request.not_found`, `auth.forbidden`, `completeness.month_not_over`, `completeness.stated_often`,
 * `completeness.too_many_statements`
 */
export const createCompletenessStatement = async (
  ctx: RequestContext,
  { body }: CallInput<typeof calls.createCompletenessStatement>,
): Promise<CompletenessStatement> => {
  await assertMayState(ctx, body)
  const end = beginFile(ctx, ticketCallerOf(ctx), {
    kind: 'statement',
    most: limits.maxStatementsAtOnce,
    refusal: () => new ProductError('completeness.too_many_statements'),
  })
  try {
    return await makeStatement(ctx, body)
  } finally {
    end()
  }
}

type Asked = CallInput<typeof calls.createCompletenessStatement>['body']

const makeStatement = async (ctx: RequestContext, body: Asked): Promise<CompletenessStatement> => {
  const { keys, clients } = ctx.platform
  const account = await clients.find(ctx.client)
  const names = await namesToSee(ctx)
  const { content, created_at } = await ctx.read(async (tx) => {
    await assertNotStatedOften(tx, body)
    return { content: await contentOf(tx, { ...body, names }), created_at: tx.now.toISOString() }
  })
  const { privateKey, key_id, public_key } = signingKeyOf(keys)
  const { group, month, locale = locales[0] } = body
  const stated: StatedMonth = {
    statement_reference: newId(),
    client: ctx.client,
    account_name: account?.name ?? ctx.client,
    group,
    month,
    locale,
    created_at,
    created_by: ctx.actor.reference,
    key_id,
  }
  const pdf = await onePdfAtATime(() => statementPdf(stated, content))
  const csv = statementCsv(stated, content)
  const [pdf_sha256, csv_sha256] = [sha256(pdf), sha256(csv)]
  const manifest = manifestOf(stated, {
    pdf: { bytes: pdf.length, sha256: pdf_sha256 },
    csv: { bytes: csv.length, sha256: csv_sha256 },
  })
  const { client, account_name: _, ...columns } = stated
  const row = {
    ...columns,
    public_key,
    content: JSON.stringify(content),
    pdf,
    pdf_sha256,
    csv,
    csv_sha256,
    manifest,
    signature: sign(null, Buffer.from(manifest), privateKey),
  }
  // Rights may have changed while the files were written.
  const { access, groups } = await ctx.currentCaller()
  const present = groups.get(group)
  if (!present || !access.can('completeness:state', { group: present })) throw new ProductError('auth.forbidden')
  return ctx.transaction(async (tx) => {
    await tx.db
      .insertInto('completeness_statements')
      .values({ client, ...row })
      .execute()
    const { statement_reference } = row
    tx.audit(
      'completeness_statement.made',
      { statement_reference, group, month, locale, key_id, pdf_sha256, csv_sha256 },
      [group],
    )
    return { ...columns, pdf_sha256, csv_sha256, superseded_by: null }
  })
}

const dayMs = 24 * 60 * 60 * 1000

const assertNotStatedOften = async ({ db, client, now }: TenantTransaction, { group, month }: Asked): Promise<void> => {
  const limit = limits.maxStatementsOfMonthADay
  const recent = await db
    .selectFrom('completeness_statements')
    .select('statement_reference')
    .where('client', '=', client)
    .where('group', '=', group)
    .where('month', '=', month)
    .where('created_at', '>', new Date(now.getTime() - dayMs).toISOString())
    .limit(limit)
    .execute()
  if (recent.length >= limit) throw new ProductError('completeness.stated_often', { limit })
}

let lastPdf: Promise<unknown> = Promise.resolve()

/** Each takes memory and all of a processor, so that nothing would be gained by writing several at once. */
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
