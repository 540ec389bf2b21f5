import { ClientIdentifier, PayloadReference } from '@holdfast/contract'
import { type Static, Type } from 'typebox'
import type { JobDefinition } from '../../platform/jobs/enqueue.ts'
import type { Platform } from '../../platform/platform.ts'

const hourMs = 60 * 60 * 1000

/** What is gone through, and how often at most: by their rows or by their objects. */
export const sweepIntervals = {
  /** Payloads whose object is missing or has another size. */
  payloads: 24 * hourMs,
  /** Objects of recordings that no payload has. */
  recordings: 24 * hourMs,
  /** Parts that no upload has. */
  uploads: hourMs,
} as const
export type SweepScope = keyof typeof sweepIntervals
export const sweepScopes = Object.keys(sweepIntervals) as SweepScope[]

const SweepJob = Type.Object({ client: ClientIdentifier, scope: Type.Enum(sweepScopes) })
export type SweepJob = Static<typeof SweepJob>

/** Goes through one page; the next one is a job of its own, added together with the place that this one came to. */
export const sweepPageJob: JobDefinition<SweepJob> = {
  name: 'sweep_store_page',
  payload: SweepJob,
  maxAttempts: 12,
  key: ({ client, scope }) => `${client}/${scope}`,
}

/** What one page is gone through with. */
export interface SweepPage {
  platform: Platform
  client: string
  /** '' at the beginning. */
  after: string
  /** Rows or objects. */
  limit: number
  signal: AbortSignal
}

const ReexamineJob = Type.Object({ client: ClientIdentifier, payload_reference: PayloadReference })
export type ReexamineJob = Static<typeof ReexamineJob>

/** Reads a damaged recording whole: an operator may have restored it. */
export const reexaminePayloadJob: JobDefinition<ReexamineJob> = {
  name: 'reexamine_payload',
  payload: ReexamineJob,
  maxAttempts: 3,
  key: ({ client, payload_reference }) => `${client}/${payload_reference}`,
}
