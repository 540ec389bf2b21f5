import { assertDeliveryPath } from './delivery-path.ts'
import type { S3Options } from './destination.ts'
import { DestinationError, shownAnswer } from './destination-error.ts'

export interface S3Place {
  bucket: string
  /** Empty, or ends with `/`. */
  prefix: string
}

/** `s3://bucket` or `s3://bucket/prefix`. @throws DestinationError */
export const readS3Destination = (destination: string): S3Place => {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/s.exec(destination) ?? []
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new DestinationError('invalid_name', `${shownAnswer(destination)} names no valid bucket`)
  }
  const prefix = rest.replace(/\/$/, '')
  if (prefix !== '') assertDeliveryPath(prefix)
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** It becomes a part of Amazon's host names. @throws DestinationError */
export const regionOf = ({ region }: S3Options): string => {
  const name = region ?? process.env.AWS_REGION ?? 'us-east-1'
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
    throw new DestinationError('invalid_name', `${shownAnswer(name)} is not a valid region`)
  }
  return name
}
