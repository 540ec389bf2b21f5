import type { TransferTest, TransferTestStep } from '@holdfast/contract'
import type { DestinationOptions, DestinationParts } from './destination.ts'
import { Examination } from './examination.ts'
import { examineS3 } from './examine-s3.ts'
import { examineSftp } from './examine-sftp.ts'

const defaultTimeoutMs = 30_000

/**
 * Tries a destination step by step, within 30 s. Without a pinned host key, it ends once the server has shown its own: nothing secret is
 * sent to a server that nobody knows.
 * @param context the step that the caller has done already, with the PGP key
 */
export const examineDestination = async (
  parts: DestinationParts & { timeoutMs?: number },
  options: DestinationOptions,
  context: { pgpStep?: TransferTestStep; signal?: AbortSignal } = {},
): Promise<TransferTest> => {
  const { timeoutMs = defaultTimeoutMs } = parts
  const late = AbortSignal.timeout(timeoutMs)
  const signal = context.signal ? AbortSignal.any([late, context.signal]) : late
  const examination = new Examination({ signal: late, timeoutMs })
  if (context.pgpStep) examination.add(context.pgpStep)
  if (options.kind === 'SFTP') await examineSftp(examination, { parts, options, signal })
  else await examineS3(examination, { parts, options, signal })
  return examination.result()
}
