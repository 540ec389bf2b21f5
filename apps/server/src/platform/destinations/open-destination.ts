import type { Destination, DestinationOptions, DestinationParts } from './destination.ts'
import { S3Connection } from './s3-connection.ts'
import { S3Destination } from './s3-destination.ts'
import { openSftp } from './sftp-destination.ts'

/**
 * Connects to a destination and signs in. The signal ends the connection, and what is under way.
 * @throws DestinationError
 */
export const openDestination = async (
  parts: DestinationParts,
  options: DestinationOptions,
  signal: AbortSignal,
): Promise<Destination> => {
  if (options.kind === 'SFTP') return openSftp(parts, options, signal)
  const connection = new S3Connection(parts, options, signal)
  await connection.signIn()
  return new S3Destination(connection)
}
