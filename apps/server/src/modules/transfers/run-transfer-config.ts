import { type CallInput, type calls, ProductError, type Transferable } from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { makeWindow, transferConfigs } from '../transfer-configs/index.ts'
import { readTransfer } from './get-transfer.ts'
import { runTransferJob } from './run-job.ts'
import { haveRun } from './run-transfer-call.ts'
import { selectTransfers } from './transfer-row.ts'

/** `POST /transfer_configs/{transfer_config_reference}/run`. */
export const runTransferConfig = (
  ctx: RequestContext,
  { params: { transfer_config_reference } }: CallInput<typeof calls.runTransferConfig>,
): Promise<Transferable> =>
  ctx.transaction(async (tx) => {
    const config = await transferConfigs.lock(tx, transfer_config_reference)
    if (!config) throw new ProductError('request.not_found')
    if (!config.is_active) throw new ProductError('transfer_config.not_active')
    // A window in which single recordings failed does not delay the others.
    const earlier = await selectTransfers(tx)
      .where('transfer_config_reference', '=', transfer_config_reference)
      .where('state', 'in', ['Pending', 'InProgress', 'Failed'])
      .where((eb) => eb.or([eb('state', '<>', 'Failed'), eb('next_attempt_at', 'is not', null)]))
      .orderBy('report_to')
      .limit(1)
      .executeTakeFirst()
    if (earlier && earlier.state !== 'InProgress') await haveRun(tx, earlier, ctx.actor.reference)
    const { transfer_id } = earlier ?? (await makeWindow(tx, config, { now: tx.now, by: ctx.actor.reference }))
    await tx.enqueue(runTransferJob, { client: tx.client, transfer_config_reference })
    tx.audit('transfer_config.run_asked', { transfer_config_reference, transfer_id })
    return readTransfer(ctx, tx, transfer_id)
  })
