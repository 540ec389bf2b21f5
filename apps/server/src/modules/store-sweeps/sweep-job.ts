import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { Platform } from '../../core/platform.ts'
import type { JobDefinition } from '../../platform/database/index.ts'

const hourMs = 60 * 60 * 1000

/** What is swept, by its rows or by its objects, and the minimum interval in milliseconds. */
export const sweepIntervals = {
  /** Payloads whose object is missing or has another size. */
  payloads: 24 * hourMs,
  /** Locks of recordings in the store, if it has object lock. */
  locks: 24 * hourMs,
  /** Objects of recordings that belong to no payload. */
  recordings: 24 * hourMs,
  /** Parts that belong to no upload. */
  uploads: hourMs,
  /** What was made from recordings and belongs to none. */
  derived: 24 * hourMs,
} as const
export type SweepScope = keyof typeof sweepIntervals
export const sweepScopes = Object.keys(sweepIntervals) as SweepScope[]

const SweepJob = Type.Object({ client: ClientIdentifier, scope: Type.Enum(sweepScopes) })
export type SweepJob = Static<typeof SweepJob>

/** Sweeps one page. The next page is a job of its own, enqueued in the transaction that stores the position. */
export const sweepPageJob: JobDefinition<SweepJob> = {
  name: 'sweep_store_page',
  payload: SweepJob,
  maxAttempts: 12,
  key: ({ client, scope }) => `${client}/${scope}`,
}

/** The parameters for sweeping one page. */
export interface SweepPage {
  platform: Platform
  client: string
  /** Position after which the page begins; '' for the first page. */
  after: string
  /** Maximum number of rows or objects. */
  limit: number
  signal: AbortSignal
}

const ReexamineJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type ReexamineJob = Static<typeof ReexamineJob>

/** Reads all of a damaged recording, because an operator may have restored it. */
export const reexaminePayloadJob: JobDefinition<ReexamineJob> = {
  name: 'reexamine_payload',
  payload: ReexamineJob,
  maxAttempts: 3,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}
