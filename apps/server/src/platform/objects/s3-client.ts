import { S3Client } from '@aws-sdk/client-s3'
import { StorageUnavailable } from './errors.ts'
import type { S3Address } from './s3-address.ts'

/** Time limits for a store, in ms. Each call ends within them, whatever the store does. */
export interface S3Limits {
  connectMs: number
  /** For one attempt: from the request, with up to one part of content, to the beginning of the response. */
  requestMs: number
  /** Between two packets of a response, which may take longer in total. */
  idleMs: number
  /** For a call with all its attempts, up to the beginning of its response. */
  callMs: number
  /** Additional time for each MiB of a copy or of a whole multipart upload. Waiting for the source does not count. */
  perMiBMs: number
}

export const defaultLimits: S3Limits = {
  connectMs: 3_000,
  requestMs: 30_000,
  idleMs: 30_000,
  callMs: 45_000,
  perMiBMs: 1_000,
}

const mebibyte = 1024 ** 2

/** Time limit in milliseconds for transferring this many bytes. */
export const limitOf = ({ callMs, perMiBMs }: S3Limits, bytes: number): number =>
  callMs + Math.ceil((bytes / mebibyte) * perMiBMs)

const maxAttempts = 3

export const s3Client = (
  address: S3Address,
  { connectMs, requestMs, idleMs, callMs }: S3Limits = defaultLimits,
): S3Client => {
  const client = new S3Client({
    region: address.region,
    forcePathStyle: address.pathStyle,
    maxAttempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
    // Stores other than AWS refuse the newer trailing checksums; the signature covers the bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address.endpoint && { endpoint: address.endpoint }),
    ...(address.credentials && { credentials: address.credentials }),
  })
  client.middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        commandName === lengthyCommand ? next(args) : within(callMs, next(args)),
    { step: 'initialize', name: 'limitOfCall' },
  )
  return client
}

/** The store copies gigabytes by itself, and only the caller knows how many. The caller limits the time. */
const lengthyCommand = 'CopyObjectCommand'

export const within = async <T>(timeoutMs: number, answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageUnavailable(`The bucket did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
