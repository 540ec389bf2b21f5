import { describe, expect, test } from 'vitest'
import { type BatchItem, type BatchRun, createBatchRun, type SendBatch } from './batch-run.ts'

const references = Array.from({ length: 250 }, (_, index) => `reference-${index}`)
const done = (payload_reference: string): BatchItem => ({ payload_reference, result: 'confirmed' })
const refused = (payload_reference: string): BatchItem => ({
  payload_reference,
  result: 'refused',
  code: 'auth.forbidden',
})

/** A server that keeps what it was sent, and answers as it is told. */
const server = (answer: (batch: readonly string[], sent: number) => readonly BatchItem[] | Promise<never>) => {
  const sent: (readonly string[])[] = []
  const send: SendBatch = async (batch) => {
    sent.push(batch)
    return answer(batch, sent.length)
  }
  return { send, sizes: () => sent.map(({ length }) => length), sent }
}

const countOf = (run: BatchRun, result: string) =>
  [...run.state().results.values()].filter((item) => item.result === result).length

describe('a run over many recordings', () => {
  test('sends 100 at a time and has a result for each of them', async () => {
    const { send, sizes } = server((batch) => batch.map(done))
    const run = createBatchRun(references, send)
    const seen: number[] = []
    run.subscribe(() => seen.push(run.state().results.size))
    await run.resume()
    expect(sizes()).toEqual([100, 100, 50])
    expect(run.state().status).toBe('finished')
    expect([...run.state().results.keys()]).toEqual(references)
    expect(new Set(seen)).toEqual(new Set([0, 100, 200, 250]))
  })

  test('goes on when single recordings are refused, as when rights are lost midway, and tries them again if asked', async () => {
    let isLost = true
    const { send, sent } = server((batch, count) => batch.map(isLost && count > 1 ? refused : done))
    const run = createBatchRun(references, send)
    await run.resume()
    expect(run.state().status).toBe('finished')
    expect([countOf(run, 'confirmed'), countOf(run, 'refused')]).toEqual([100, 150])
    await run.resume()
    expect(sent).toHaveLength(3)
    isLost = false
    await run.resume(() => true)
    expect(sent.slice(3).flat()).toEqual(references.slice(100))
    expect(countOf(run, 'confirmed')).toBe(250)
  })

  test('stops after the batch that is on its way, and continues with what is left', async () => {
    const { send, sent } = server((batch) => {
      run.stop()
      return batch.map(done)
    })
    const run: BatchRun = createBatchRun(references, send)
    await run.resume()
    expect(run.state()).toMatchObject({ status: 'stopped', failure: null })
    expect(run.state().results.size).toBe(100)
    await run.resume()
    await run.resume()
    expect(run.state().status).toBe('finished')
    expect(sent.flat()).toEqual(references)
  })

  test('is interrupted by a batch that fails, without a result for it, and sends it again', async () => {
    const { send, sent } = server((batch, count) =>
      count === 2 ? Promise.reject(new Error('offline')) : batch.map(done),
    )
    const run = createBatchRun(references, send)
    await run.resume()
    expect(run.state()).toMatchObject({ status: 'interrupted', failure: { message: 'offline' } })
    expect(run.state().results.size).toBe(100)
    await run.resume()
    expect(run.state()).toMatchObject({ status: 'finished', failure: null })
    expect(sent[2]).toEqual(sent[1])
  })

  test('is interrupted by an answer that lacks a result', async () => {
    const run = createBatchRun(references, async (batch) => batch.slice(1).map(done))
    await run.resume()
    expect(run.state().status).toBe('interrupted')
    expect(run.state().results.size).toBe(0)
  })

  test('does not run twice at a time', async () => {
    const { send, sizes } = server((batch) => batch.map(done))
    const run = createBatchRun(references, send)
    await Promise.all([run.resume(), run.resume()])
    expect(sizes()).toEqual([100, 100, 50])
  })
})
