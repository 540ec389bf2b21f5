import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { type RequestContext, recordAfterwards } from '../../core/calls/index.ts'

/**
 * Passes on a file that is saved. Once all of it was passed on, the trail has its size and SHA-256, so that a saved file can be compared
 * with what was sent.
 * @param details of the event
 */
export const withHashRecorded = (
  ctx: RequestContext,
  body: Readable,
  details: { payload_reference: string; saved_as: string; attachment?: number | undefined },
): Readable => {
  const hash = createHash('sha256')
  let bytes = 0
  const record = () =>
    recordAfterwards(
      ctx,
      { payload_reference: details.payload_reference },
      {
        status_code: 200,
        events: [{ event: 'payload.download_completed', details: { ...details, bytes, sha256: hash.digest('hex') } }],
      },
    )
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
    flush(done) {
      record().then(() => done(), done)
    },
  })
  // Either stream ends the other; the response sees the error.
  return pipeline(body, hashing, () => undefined)
}
