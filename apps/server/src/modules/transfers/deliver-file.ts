import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import {
  compiledStatement,
  type StatementsOf,
  storedJson,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { type Destination, DestinationError } from '../../platform/destinations/index.ts'
import type { DeliveryFile } from '../transfer-files/index.ts'
import type { Slice } from './slice.ts'
import { SliceEnded } from './slice-ended.ts'
import type { FileResult } from './store-results.ts'

/** A file as it is stored: it was, or may have been, delivered before. */
export type KnownFile = Pick<FileResult, 'file_number' | 'file_name' | 'kind' | 'sha256'> & {
  state: string
  bytes: number | null
}

/** Files of a transfer that are known. */
export const selectFiles = (tx: TenantTransaction, transfer_id: string) =>
  tx.db
    .selectFrom('transfer_files')
    .select(['file_number', 'file_name', 'kind', 'state', 'bytes', 'sha256', 'arrival'])
    .where('client', '=', tx.client)
    .where('transfer_id', '=', transfer_id)

export interface Measured {
  bytes: number
  sha256: string
}

/** Content that is measured while it is read. @param done called at its end */
export async function* measured(
  content: AsyncIterable<Uint8Array>,
  done: (whole: Measured) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of content) {
    hash.update(piece)
    bytes += piece.length
    yield piece
  }
  done({ bytes, sha256: hash.digest('hex') })
}

export interface Delivery {
  file: DeliveryFile
  /** The stored file of this name. */
  known: KnownFile | undefined
  arrival?: number
  /** Asked right before the file gets its name. */
  mayFinish?: () => Promise<void>
  /** Stores what the file will be, instead of `announceFiles`. */
  announce?: (announced: Announced) => Promise<void>
}

/**
 * Delivers a file. Its hash is stored before it gets its name, so that a later attempt recognises it: metadata may change, and encryption
 * gives other bytes each time.
 * @returns the result of the attempt, for the caller to store
 * @throws what went wrong, with the failed attempt stored by `onFailed`
 */
export const deliverFile = async (
  slice: Slice,
  destination: Destination,
  delivery: Delivery,
  onFailed: (result: FileResult) => void,
): Promise<FileResult> => {
  const { file, known, arrival = null } = delivery
  const { transfer, client, platform } = slice
  const { transfer_id, lease } = transfer
  const { kind, path: file_name } = file
  const identity = { file_number: known?.file_number ?? slice.newFileNumber(), kind, file_name, arrival }
  const started_at = new Date()
  let whole: Measured | undefined
  const earlier = known?.sha256 && known.bytes !== null ? { bytes: known.bytes, sha256: known.sha256 } : undefined
  const mayFinish = async (): Promise<void> => {
    if (!whole) throw new Error(`The destination has not read ${file_name} to its end`)
    await delivery.mayFinish?.()
    await slice.assertMine()
    const announced = { ...identity, ...whole, transfer_id, lease }
    if (delivery.announce) await delivery.announce(announced)
    else await platform.database.writeShared(client, announceFiles, announced)
  }
  try {
    const delivered = await destination.put(
      `${transfer.folder}/${file_name}`,
      {
        open: () => measured(file.open(), (read) => (whole = read)),
        ...(file.size !== undefined && { size: file.size }),
        ...(earlier && { earlier }),
      },
      { mayFinish, signal: slice.signal },
    )
    const finished_at = new Date()
    return { ...identity, started_at, finished_at, state: 'Succeeded', ...delivered, error_message: null }
  } catch (error) {
    if (!isEnding(slice, error)) {
      const failed = { bytes: 0, sha256: null, check: null, error_message: wordsOf(error) }
      onFailed({ ...identity, started_at, finished_at: new Date(), state: 'Failed', ...failed })
    }
    throw error
  }
}

/** Whether the slice ended, rather than something failed. */
export const isEnding = (slice: Slice, error: unknown): boolean =>
  error instanceof SliceEnded ||
  slice.signal.aborted ||
  (error instanceof DestinationError && error.code === 'cancelled')

/** The error in words for people. */
export const wordsOf = (error: unknown): string =>
  error instanceof DestinationError ? error.message : 'The file could not be prepared'

export type Announced = Measured &
  Pick<FileResult, 'file_number' | 'kind' | 'file_name' | 'arrival'> & { transfer_id: string; lease: number }

/** Stores files that are about to get their names, of transfers that are still the worker's. */
export const announceFiles: StatementsOf<Announced> = ({ client }, files) => [
  announceStatement({ client, files: storedJson(files) }),
]

export const announceStatement = compiledStatement(
  (_, { client, files }: { client: string; files: string }) =>
    sql`insert into transfer_files as file (client, transfer_id, file_number, kind, file_name, arrival, state, bytes, sha256)
      select transfer.client, transfer.transfer_id, announced.file_number, announced.kind, announced.file_name, announced.arrival,
        'Pending', announced.bytes, announced.sha256
      from json_to_recordset(${files}::json) as announced (transfer_id text, lease integer, file_number integer, kind text,
        file_name text, arrival bigint, bytes bigint, sha256 text)
      join transfers transfer on transfer.client = ${client} and transfer.transfer_id = announced.transfer_id
        and transfer.lease = announced.lease
      on conflict (client, transfer_id, file_number) do update set bytes = excluded.bytes, sha256 = excluded.sha256,
        state = 'Pending'
      returning 1`,
)
