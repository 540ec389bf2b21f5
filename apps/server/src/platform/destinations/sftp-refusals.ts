import { DestinationError, type DestinationErrorCode, shownAnswer } from './destination-error.ts'
import { chunkBytes } from './sftp-files.ts'
import { SftpRefusal, type SftpSession, sftpStatus } from './sftp-session.ts'

/** @throws DestinationError */
export const assertRootDirectory = (rootDirectory: string): void => {
  const isValid = rootDirectory.startsWith('/') && !/\p{Cc}/u.test(rootDirectory)
  if (!isValid || rootDirectory.split('/').includes('..')) {
    throw new DestinationError('invalid_name', `${shownAnswer(rootDirectory)} is not a valid folder`)
  }
}

/** Without `/` at its end, so that names can be appended. */
export const rootOf = (rootDirectory: string): string => rootDirectory.replace(/\/+$/, '')

/** Turns a server's refusal into an error that people understand. Returns other errors unchanged. */
export const explainRefusal = async (
  session: SftpSession,
  { root, path, error }: { root: string; path: string; error: unknown },
): Promise<unknown> => {
  if (!(error instanceof SftpRefusal)) return error
  const code = await codeOf(session, root, error)
  const words = error.message === '' ? `status ${error.status}` : error.message
  return new DestinationError(
    code,
    `The server refused ${path}: ${code === 'no_space' ? `no space (${words})` : words}`,
  )
}

/** OpenSSH answers 'Failure' for a full disk as well; then the free space decides. */
const codeOf = async (
  session: SftpSession,
  root: string,
  { status, message }: SftpRefusal,
): Promise<DestinationErrorCode> => {
  if (status === sftpStatus.noSuchFile) return 'not_found'
  if (/no space|quota|disk full/i.test(message)) return 'no_space'
  if (status !== sftpStatus.failure || session.hasEnded) return 'refused'
  try {
    const { f_bavail, f_frsize } = await session.request<{ f_bavail: number | bigint; f_frsize: number | bigint }>(
      (sftp, done) => sftp.ext_openssh_statvfs(root || '/', done),
    )
    return Number(f_bavail) * Number(f_frsize) < chunkBytes ? 'no_space' : 'refused'
  } catch {
    return 'refused'
  }
}
