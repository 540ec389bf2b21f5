import { type CallInput, type calls, ProductError, type TransferItem } from '@holdfast/contract'
import { sql } from 'kysely'
import { answerTableList, type RequestContext } from '../../core/calls/index.ts'
import { isAnyOf, isEqual } from '../../platform/database/index.ts'
import { findTransfer } from './transfer-row.ts'

const itemColumns = [
  'arrival',
  'payload_reference',
  'payload_type',
  'outcome',
  'left_out_reason',
  'file_number',
  'bytes',
  'sha256',
  'sent_at',
  'times_sent',
  'confirmed_at',
  'error_message',
] as const

/** `GET /transfers/{transfer_id}/items`. */
export const listTransferItems = async (
  ctx: RequestContext,
  { params: { transfer_id }, query }: CallInput<typeof calls.listTransferItems>,
) => {
  const transfer = await ctx.read((tx) => findTransfer(tx, transfer_id))
  if (!transfer) throw new ProductError('request.not_found')
  return answerTableList(ctx, query, {
    // A position is valid for one transfer only.
    list: `transfer_items ${transfer_id}`,
    table: 'transfer_items',
    columns: itemColumns,
    key: ['arrival'],
    conditions: ({ outcomes, payload_types, payload_references }) => [
      isEqual('transfer_id', transfer_id),
      isAnyOf('outcome', outcomes),
      isAnyOf('payload_type', payload_types),
      isAnyOf('payload_reference', payload_references),
    ],
    toItems: async (rows): Promise<TransferItem[]> => {
      const names = await fileNames(
        ctx,
        transfer_id,
        rows.flatMap(({ file_number }) => file_number ?? []),
      )
      return rows.map(({ arrival: _, file_number, ...item }) => {
        const name = file_number === null ? undefined : names.get(file_number)
        return { ...item, file_name: name === undefined ? null : `${transfer.folder}/${name}` }
      })
    },
  })
}

const fileNames = async (
  ctx: RequestContext,
  transfer_id: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (numbers.length === 0) return new Map()
  const files = await ctx.read((tx) =>
    tx.db
      .selectFrom('transfer_files')
      .select(['file_number', 'file_name'])
      .where('client', '=', tx.client)
      .where('transfer_id', '=', transfer_id)
      .where(sql<boolean>`file_number = any(${numbers}::integer[])`)
      .execute(),
  )
  return new Map(files.map(({ file_number, file_name }) => [file_number, file_name]))
}
