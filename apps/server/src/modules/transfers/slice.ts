import type { Platform } from '../../core/platform.ts'
import type { Destination } from '../../platform/destinations/index.ts'
import { type TransferConfigRow, transferConfigs } from '../transfer-configs/index.ts'
import type { DeliveryFormat } from '../transfer-files/index.ts'
import { type Claim, leaseMs } from './claim-transfer.ts'
import { SliceEnded } from './slice-ended.ts'
import { selectTransfers, type TransferRow } from './transfer-row.ts'

/** How long a slice begins new files; then other transfers get their turn. */
const sliceMs = 60_000
/** How long a confirmation of the lease stays valid. */
const confirmedForMs = 5_000

/** A worker's turn with a transfer, while its lease lasts. */
export class Slice {
  readonly platform: Platform
  readonly client: string
  readonly config: TransferConfigRow
  readonly transfer: TransferRow
  readonly isNewAttempt: boolean
  readonly format: DeliveryFormat
  /** Aborts when the slice must not go on. */
  readonly signal: AbortSignal
  readonly #until = Date.now() + sliceMs
  readonly #ending = new AbortController()
  readonly #timer: NodeJS.Timeout
  #destination: Promise<Destination> | undefined
  #leasedUntil: number
  #confirmedAt = Date.now()
  #confirming: Promise<void> | undefined
  #lastFile: number

  constructor(
    platform: Platform,
    client: string,
    { config, transfer, isNewAttempt }: Claim,
    given: { format: DeliveryFormat; lastFile: number; signal: AbortSignal },
  ) {
    this.platform = platform
    this.client = client
    this.config = config
    this.transfer = transfer
    this.isNewAttempt = isNewAttempt
    this.format = given.format
    this.#lastFile = given.lastFile
    this.#leasedUntil = Date.parse(String(transfer.leased_until))
    this.signal = AbortSignal.any([given.signal, this.#ending.signal])
    this.#timer = setInterval(() => void this.#prolong(), leaseMs / 4)
    this.#timer.unref()
  }

  get isOver(): boolean {
    return Date.now() > this.#until || this.signal.aborted
  }

  newFileNumber(): number {
    this.#lastFile += 1
    return this.#lastFile
  }

  /** Connects when it is needed for the first time. @throws DestinationError */
  destination(open: () => Promise<Destination>): Promise<Destination> {
    this.#destination ??= open()
    return this.#destination
  }

  /**
   * Asks whether the transfer is still this worker's, right before something becomes visible to others.
   * @throws SliceEnded
   */
  async assertMine(): Promise<void> {
    this.#ending.signal.throwIfAborted()
    const now = Date.now()
    const isCertain = now < this.#leasedUntil - leaseMs / 4
    if (isCertain && now - this.#confirmedAt < confirmedForMs) return
    this.#confirming ??= this.#confirm().finally(() => {
      this.#confirming = undefined
    })
    await this.#confirming
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#ending.abort(new SliceEnded('lost'))
    const destination = await this.#destination?.catch(() => null)
    await destination?.close().catch(() => undefined)
  }

  async #prolong(): Promise<void> {
    // An outage of the database may end before the lease does.
    await this.#confirm().catch((error: unknown) => {
      if (error instanceof SliceEnded || Date.now() > this.#leasedUntil) this.#ending.abort(error)
    })
  }

  async #confirm(): Promise<void> {
    const { transfer_config_reference, transfer_id, lease } = this.transfer
    await this.platform.database.transaction(this.client, async (tx) => {
      const leased_until = new Date(tx.now.getTime() + leaseMs)
      const mine = await tx.db
        .updateTable('transfers')
        .set({ leased_until })
        .where('client', '=', tx.client)
        .where('transfer_id', '=', transfer_id)
        .where('lease', '=', lease)
        .where('state', '=', 'InProgress')
        .returning('is_paused')
        .executeTakeFirst()
      if (!mine) throw new SliceEnded('lost')
      if (mine.is_paused) throw new SliceEnded('paused')
      const config = await transferConfigs.find(tx, transfer_config_reference)
      if (!config?.is_active || config.version !== this.config.version) throw new SliceEnded('changed')
      this.#leasedUntil = leased_until.getTime()
    })
    this.#confirmedAt = Date.now()
  }

  /** The transfer as it is now. */
  async reload(): Promise<TransferRow> {
    return this.platform.database.read(this.client, (tx) =>
      selectTransfers(tx).where('transfer_id', '=', this.transfer.transfer_id).executeTakeFirstOrThrow(),
    )
  }
}
