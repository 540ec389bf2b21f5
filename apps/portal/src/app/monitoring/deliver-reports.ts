/**
 * A worker that sends reports to the monitoring address. The page may connect to its own server only; the server gives this file a
 * policy of its own, with the origin of the account's monitoring address (core/calls/portal-files.ts).
 */
export interface Delivery {
  id: number
  url: string
  body: string
}

export interface Delivered {
  id: number
  /** 0: no answer. */
  status: number
}

const statusOf = async ({ url, body }: Delivery): Promise<number> => {
  try {
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    return status
  } catch {
    return 0
  }
}

addEventListener('message', async ({ data }: MessageEvent<Delivery>) => {
  postMessage({ id: data.id, status: await statusOf(data) } satisfies Delivered)
})
