import { S3Client } from '@aws-sdk/client-s3'
import type { S3Address } from './s3-address.ts'

const connectionTimeoutMs = 3_000
/** Between two packets, not for a whole transfer, which may be long. */
const socketTimeoutMs = 30_000
const maxAttempts = 4

export const s3Client = (address: S3Address): S3Client =>
  new S3Client({
    region: address.region,
    forcePathStyle: address.pathStyle,
    maxAttempts,
    requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: socketTimeoutMs },
    // The newer trailing checksums are refused by stores other than AWS; the signature covers the bytes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(address.endpoint && { endpoint: address.endpoint }),
    ...(address.credentials && { credentials: address.credentials }),
  })
