import type { TenantTransaction } from '../../platform/database/index.ts'
import { downloadsUnderWay } from '../downloads/index.ts'
import { reviewsUnderWay } from '../reviews/index.ts'

/** Returns the given recordings that are being downloaded or still have to be reviewed. */
export const underWay = async (
  tx: TenantTransaction,
  payload_references: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (payload_references.length === 0) return new Set()
  const [downloaded, reviewed] = [
    await downloadsUnderWay(tx, payload_references),
    await reviewsUnderWay(tx, payload_references),
  ]
  return new Set([...downloaded, ...reviewed])
}
