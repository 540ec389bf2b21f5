import { createHash, randomBytes } from 'node:crypto'
import type { StoredReconciliation } from '@holdfast/contract'
import { recordProductActivity } from '../../../core/activities/index.ts'
import type { Job } from '../../../core/jobs.ts'
import type { Platform } from '../../../core/platform.ts'
import { storedJson, type TenantTransaction } from '../../../platform/database/index.ts'
import { type Migrating, reconcileMigrationJob } from '../runs/migration-job.ts'
import {
  changeMigrationRow,
  isReconcilable,
  lockMigration,
  type MigrationRecord,
  notifyOf,
} from '../runs/migration-record.ts'
import { type CountedPage, countPage, forgetCounts, runsOfSource, type Scope } from './count-page.ts'
import { isChanged } from './outdate.ts'
import { digestOf, forgetRows, storeGrains } from './result-rows.ts'
import { type SampledRow, sampleRows, storeSample } from './sample.ts'

/**
 * Compares the source of a run with the recordings that arrived: counts both in pages, writes the result, and opens a sample. If the
 * result is not the one that people have signed, their signatures are removed.
 */
export const reconcileMigration: Job<Migrating> = {
  definition: reconcileMigrationJob,
  async handle({ platform, attempt, signal }, migrating) {
    const begun = await begin(platform, migrating)
    if (!begun) return
    try {
      await reconcile(platform, begun, signal)
    } catch (error) {
      if (!signal.aborted && attempt >= reconcileMigrationJob.maxAttempts) {
        await change(platform, begun, async () => ({ is_reconciling: false }))
      }
      throw error
    }
  },
}

/** Takes the run: a worker that had it before can't go on. @returns null if there is nothing to do */
const begin = ({ database }: Platform, { client, migration_id }: Migrating): Promise<MigrationRecord | null> =>
  database.transaction(client, async (tx) => {
    const row = await lockMigration(tx, migration_id)
    if (!row.is_reconciling || !isReconcilable(row)) return null
    await forgetCounts(tx, migration_id)
    return changeMigrationRow(tx, migration_id, row.updated_by, { lease: row.lease + 1 })
  })

/** Another worker took the run. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Works on the locked run. */
const asHolder = <T>(
  { database }: Platform,
  begun: MigrationRecord,
  work: (tx: TenantTransaction, row: MigrationRecord) => Promise<T>,
): Promise<T> =>
  database.transaction(begun.client, async (tx) => {
    const row = await lockMigration(tx, begun.migration_id)
    if (row.lease !== begun.lease || !row.is_reconciling) throw new LeaseLost()
    return work(tx, row)
  })

const change = (
  platform: Platform,
  begun: MigrationRecord,
  changesOf: (tx: TenantTransaction, row: MigrationRecord) => Promise<Parameters<typeof changeMigrationRow>[3]>,
): Promise<void> =>
  asHolder(platform, begun, async (tx, row) => {
    const changes = await changesOf(tx, row)
    await notifyOf(tx, await changeMigrationRow(tx, begun.migration_id, row.updated_by, changes))
  })

const reconcile = async (platform: Platform, begun: MigrationRecord, signal: AbortSignal): Promise<void> => {
  const seed = randomBytes(16).toString('hex')
  try {
    const drawn = new DrawnSample(seed, begun.sample_size)
    const { has_totals, runs } = await platform.database.read(begun.client, (tx) => runsOfSource(tx, begun))
    const stating = runs.filter((run) => run >= begun.migration_id)
    await countAll(platform, begun, { scope: 'run', runs: [begun.migration_id], stating }, signal, (page) =>
      drawn.add(page.stored),
    )
    if (has_totals) await countAll(platform, begun, { scope: 'source', runs, stating: runs }, signal)
    const sample = await sampleRows(platform, begun, { references: drawn.references, stating }, signal)
    await finish(platform, begun, { seed, has_totals, sample })
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
  }
}

/** Counts runs one after the other, the newest first: a recording that several of them read counts once. */
const countAll = async (
  platform: Platform,
  begun: MigrationRecord,
  { scope, runs, stating }: { scope: Scope; runs: readonly string[]; stating: readonly string[] },
  signal: AbortSignal,
  onPage: (page: CountedPage) => void = () => undefined,
): Promise<void> => {
  for (const [index, of] of runs.entries()) {
    let after: string | null = ''
    while (after !== null) {
      signal.throwIfAborted()
      const place = { migration_id: begun.migration_id, scope, of, newer: runs.slice(0, index), stating, after }
      const page: CountedPage = await asHolder(platform, begun, (tx) => countPage(tx, place))
      onPage(page)
      after = page.after
    }
  }
}

/**
 * The references with the lowest hashes of a seed and themselves: a sample that can be drawn again. Recordings without content are drawn
 * only if there are too few with content, since nothing of them can be compared.
 */
class DrawnSample {
  readonly #seed: string
  readonly #most: number
  #drawn: { order: string; reference: string }[] = []

  constructor(seed: string, most: number) {
    this.#seed = seed
    this.#most = most
  }

  add(stored: CountedPage['stored']): void {
    const hashed = stored.map(({ payload_reference: reference, hasContent }) => {
      const hash = createHash('sha256').update(`${this.#seed}${reference}`).digest('hex')
      return { reference, order: `${hasContent ? 0 : 1}${hash}` }
    })
    this.#drawn = [...this.#drawn, ...hashed].sort((a, b) => (a.order < b.order ? -1 : 1)).slice(0, this.#most)
  }

  get references(): string[] {
    return this.#drawn.map(({ reference }) => reference)
  }
}

interface Result {
  seed: string
  has_totals: boolean
  sample: readonly SampledRow[]
}

const finish = (platform: Platform, begun: MigrationRecord, { seed, has_totals, sample }: Result): Promise<void> =>
  change(platform, begun, async (tx, row) => {
    const { migration_id, source } = begun
    await forgetRows(tx, migration_id)
    await storeGrains(tx, migration_id)
    await storeSample(tx, migration_id, sample)
    await forgetCounts(tx, migration_id)
    const sample_failures = sample.filter(({ is_different }) => is_different).length
    const { digest, differences } = await digestOf(tx, migration_id, sample_failures)
    const reconciliation: StoredReconciliation = {
      reconciled_at: tx.now.toISOString(),
      is_outdated: await isChanged(tx, begun),
      has_totals,
      differences,
      sample_size: sample.length,
      sample_opened: sample.filter((row) => row.sample.is_same_content !== null).length,
      sample_failures,
      seed,
      digest,
    }
    const isSame = row.reconciliation?.digest === digest
    const ended = isSame ? 0 : row.signatures.length
    await recordProductActivity(tx, {
      call: `JOB ${reconcileMigrationJob.name}`,
      event: 'migration.reconciled',
      details: { migration_id, source, differences, sample_failures, digest, signatures_ended: ended },
    })
    return {
      is_reconciling: false,
      reconciliation: storedJson(reconciliation),
      ...(isSame ? {} : { signatures: '[]' }),
    }
  })
