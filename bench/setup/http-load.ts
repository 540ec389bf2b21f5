import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'
import { median, percentile } from '../report.ts'
import { processorMilliseconds } from './processor-time.ts'

/** One request of a load. */
export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadResult {
  /** Answers per second. */
  rate: number
  /** Milliseconds from sending a request to the last byte of its answer. */
  p50: number
  p99: number
  /** Processor time that the server's processes used per answer, in milliseconds. */
  processor: number
}

export interface Load {
  origin: string
  connections: number
  seconds: number
  /** Milliseconds that each connection waits before its next request; 0 when absent. */
  pauseMs?: number
  /** The request with this number, counted over all connections. */
  request: (index: number) => LoadRequest
  /** The processes of the server. */
  pids: readonly number[]
}

/**
 * Keeps each connection busy with one request after the other, and measures the latency of every answer.
 * @throws Error for an answer other than 2xx, because refusing is faster than serving
 */
export const runLoad = async ({
  origin,
  connections,
  seconds,
  pauseMs = 0,
  request,
  pids,
}: Load): Promise<LoadResult> => {
  const pool = new Pool(origin, { connections, pipelining: 1, headersTimeout: 120_000 })
  const latencies: number[] = []
  let sent = 0
  const processorBefore = processorMilliseconds(pids)
  const start = performance.now()
  const end = start + seconds * 1_000
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const { method, path, headers, body } = request(sent++)
      const began = performance.now()
      const answer = await pool.request({ method, path, headers: headers ?? null, body: body ?? null })
      const bytes = await answer.body.arrayBuffer()
      if (answer.statusCode >= 300) {
        throw new Error(
          `${method} ${origin}${path}: ${answer.statusCode} ${Buffer.from(bytes).toString().slice(0, 500)}`,
        )
      }
      latencies.push(performance.now() - began)
      if (pauseMs > 0) await setTimeout(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const elapsedSeconds = (performance.now() - start) / 1_000
  const processor = (processorMilliseconds(pids) - processorBefore) / latencies.length
  await pool.close()
  latencies.sort((a, b) => a - b)
  return {
    rate: latencies.length / elapsedSeconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor,
  }
}

/** The median of each figure by itself. */
export const medianOf = (results: readonly LoadResult[]): LoadResult => ({
  rate: median(results.map(({ rate }) => rate)),
  p50: median(results.map(({ p50 }) => p50)),
  p99: median(results.map(({ p99 }) => p99)),
  processor: median(results.map(({ processor }) => processor)),
})
