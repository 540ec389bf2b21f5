import {
  type CallInput,
  type calls,
  type DestroyedRecording,
  type DestructionCertificate,
  maxCertifiedRecordings,
  ProductError,
  type SignedCertificate,
} from '@holdfast/contract'
import type { RequestContext } from '../../core/calls/index.ts'
import { readPosition, signPosition } from '../../platform/http/index.ts'
import { signDocument } from '../../platform/keys/index.ts'
import { readRun } from '../retention/index.ts'
import { destructionsOfRun } from './destruction-rows.ts'

/** Signatures of certificates have a key of their own, so that none of them passes for anything else. */
export const certificatePurpose = 'certificates of destruction'

const method =
  'NIST SP 800-88 Rev. 2, purge by cryptographic erase: the wrapped data key of each recording was deleted first, with sealed bytes, derived media, indexed words, comments and corrections in the database, in one transaction. Then every version of its sealed objects was deleted.'
const verification =
  'Objects count as gone once the object store, asked after the deletion, had neither the object nor a version of it.'
const note =
  'Copies that people downloaded, and backups of database or object store until they end, are not covered. A database that is restored from a backup destroys these recordings again before it serves anybody.'

const dayMs = 24 * 60 * 60 * 1000

type Row = Awaited<ReturnType<typeof destructionsOfRun>>[number]

/**
 * `GET /account/retention/runs/{run_id}/certificate`: made from what was stored with the destruction, and signed at each request.
 * @throws ProductError `request.not_found`, `list.bad_last_key`
 */
export const getDestructionCertificate = async (
  ctx: RequestContext,
  { params: { run_id }, query }: CallInput<typeof calls.getDestructionCertificate>,
): Promise<SignedCertificate> => {
  const { keys, settings } = ctx.platform
  const identity = { list: 'destructions of a run', client: ctx.client, filter: { run_id } }
  const [position] = query.last_key === undefined ? [] : readPosition(keys, identity, query.last_key)
  const after = position === undefined ? null : String(position)
  const { run, rows } = await ctx.read(async (tx) => ({
    run: await readRun(tx, run_id),
    rows: await destructionsOfRun(tx, {
      run_id,
      after: after ?? '',
      limit: maxCertifiedRecordings + 1,
      payload_reference: query.payload_reference,
    }),
  }))
  if (!run || rows.length === 0) throw new ProductError('request.not_found')
  const shown = rows.slice(0, maxCertifiedRecordings)
  const recordings = shown.map(toRecording)
  const last = shown.at(-1)
  const is_last = rows.length <= maxCertifiedRecordings
  const issued = new Date()
  const certificate: DestructionCertificate = {
    format: 'holdfast-destruction-certificate-1',
    client: ctx.client,
    run_id,
    page: { after, is_last },
    issued_at: issued.toISOString(),
    policy_version: run.policy_version,
    requested_by: run.requested_by,
    approved_by: run.continued_by,
    method,
    verification,
    not_covered: {
      backups_until: backupsUntil(shown, settings.backupDays),
      downloads: recordings.reduce((sum, { downloads }) => sum + downloads, 0),
      note,
    },
    recordings,
  }
  const last_key = is_last || !last ? null : signPosition(keys, identity, [last.payload_reference])
  return { certificate, ...signDocument(keys, certificatePurpose, certificate), last_key }
}

const toRecording = (row: Row): DestroyedRecording => ({
  payload_reference: row.payload_reference,
  payload_type: row.payload_type,
  payload_time: row.payload_time,
  registered_at: row.registered_at,
  sealed_bytes: row.sealed_bytes,
  sha256: row.checksum,
  former_sha256: row.former_checksums,
  rule: row.rule,
  destroyed_at: row.destroyed_at,
  objects: row.object_keys.length,
  objects_gone_at: row.objects_gone_at,
  is_replayed: row.is_replayed,
  downloads: row.downloads,
  last_downloaded_at: row.last_downloaded_at,
})

/** The day on which the last backup ends that can have any of them: one that was made just before the destruction. */
const backupsUntil = (rows: readonly Row[], backupDays: number | undefined): string | null => {
  if (backupDays === undefined) return null
  const latest = Math.max(
    ...rows.map(({ objects_gone_at, destroyed_at }) => Date.parse(objects_gone_at ?? destroyed_at)),
  )
  return new Date(latest + (backupDays + 1) * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length)
}
