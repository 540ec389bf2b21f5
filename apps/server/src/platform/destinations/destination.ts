import type { TransferCheck } from '@holdfast/contract'
import type { GuardOptions } from '../network/index.ts'
import type { Settings } from '../settings/index.ts'
import type { Measured } from './measured.ts'

export interface SftpOptions {
  kind: 'SFTP'
  host: string
  port: number
  username: string
  /** `null`: signs in with the private key. */
  password: string | null
  /** In the format of OpenSSH, not encrypted. */
  privateKey: string | null
  /** The pinned public key of the server, as type and base64. `null`: only for a test, which stops before it signs in. */
  hostKey: string | null
  /** An existing folder. */
  rootDirectory: string
}

export interface S3Options {
  kind: 'S3'
  /** `s3://bucket` or `s3://bucket/prefix`. */
  destination: string
  roleArn: string
  externalId: string
  region?: string
  /** For a store that is not Amazon S3. */
  endpoint?: string
}

export type DestinationOptions = SftpOptions | S3Options

export interface DestinationLimits {
  /** Until a connection is made. */
  connectMs: number
  /** Without any answer while one is due. */
  idleMs: number
}

export interface DestinationParts {
  settings: Pick<Settings, 'allowPrivateAddresses' | 'transferStsUrl'>
  /** For tests; otherwise DNS. */
  resolve?: GuardOptions['resolve']
  /** For tests, which may change them meanwhile. */
  limits?: Partial<DestinationLimits>
}

export interface FileToDeliver {
  /** May be called more than once; returns the same content each time. */
  open(): AsyncIterable<Uint8Array>
  size?: number
  /** The file as an earlier attempt sent and perhaps completed it. Encrypted files have other bytes each time. */
  earlier?: Measured
}

export interface DeliveredFile {
  bytes: number
  /** In hexadecimal. */
  sha256: string
  check: TransferCheck
}

export interface PutOptions {
  /** Awaited right before the final name appears; if it throws, the temporary file is removed. */
  mayFinish(): Promise<void>
  signal: AbortSignal
}

/** A customer's archive, at which files are delivered below its root. Several calls may be under way at once. */
export interface Destination {
  /**
   * Sends one file under a temporary name, verifies it, and gives it its name. Never overwrites another content: a file of the same
   * content that is there already counts as `present`.
   * @throws DestinationError
   */
  put(path: string, file: FileToDeliver, options: PutOptions): Promise<DeliveredFile>
  /**
   * A small file, or null if there is none.
   * @throws DestinationError if it is larger than maxBytes
   */
  read(path: string, maxBytes: number): Promise<Buffer | null>
  /**
   * Removes temporary files that were left in a folder more than a day ago. A folder that does not exist has none.
   * @throws DestinationError
   */
  removeLeftovers(folder: string): Promise<void>
  close(): Promise<void>
}

const defaultLimits: DestinationLimits = { connectMs: 20_000, idleMs: 60_000 }

export const limitsOf = (parts: DestinationParts): DestinationLimits => ({ ...defaultLimits, ...parts.limits })
