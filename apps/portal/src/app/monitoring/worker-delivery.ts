import type { Delivered, Delivery } from './deliver-reports.ts'

interface Sender {
  /** Returns the status of the answer, and 0 without one. */
  send: (url: string, body: string) => Promise<number>
  stop: () => void
}

/** Sends requests from a worker, which alone may connect to the monitoring address. */
export const workerSender = (): Sender => {
  const worker = new Worker(new URL('./deliver-reports.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (status: number) => void>()
  let last = 0
  const answer = ({ id, status }: Delivered) => {
    waiting.get(id)?.(status)
    waiting.delete(id)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Delivered>) => answer(data))
  worker.addEventListener('error', () => {
    for (const id of waiting.keys()) answer({ id, status: 0 })
  })
  return {
    send: (url, body) => {
      last += 1
      const delivery: Delivery = { id: last, url, body }
      return new Promise((resolve) => {
        waiting.set(delivery.id, resolve)
        worker.postMessage(delivery)
      })
    },
    stop: () => worker.terminate(),
  }
}
