import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needDebianPackages } from './debian-packages.ts'
import { accepts, freePort, startPart, untilReady } from './loopback.ts'

const run = promisify(execFile)

export interface SftpServer {
  port: number
  username: string
  /** Its public key: type and base64. */
  hostKey: string
  /** The folder whose files the tests look at. */
  folder: string
  stop(): Promise<void>
}

export interface Sshd extends SftpServer {
  /** In the format of OpenSSH, of the only user who may sign in. */
  privateKey: string
  /** Lets the owner of another public key sign in. */
  authorize(publicKey: string): Promise<void>
}

interface SshdOptions {
  /** The kind of key. */
  hostKeyType?: 'ed25519' | 'rsa' | 'ecdsa'
  /** Further lines of its configuration. */
  configuration?: string
  /** Options of its SFTP server, such as `-R` for read-only. */
  sftpOptions?: string
  /** A file of at most so many blocks of 1024 bytes can be written. */
  maxFileKibibytes?: number
}

/**
 * Starts OpenSSH's server on loopback in a temporary folder, for the user who runs the tests and one key of theirs: without root
 * it can check no passwords.
 */
export const startSshd = async (options: SshdOptions = {}): Promise<Sshd> => {
  await needDebianPackages('/usr/sbin/sshd', ['openssh-server'])
  const home = await mkdtemp(join(tmpdir(), 'holdfast-sshd-'))
  const port = await freePort()
  const folder = join(home, 'files')
  await mkdir(folder)
  const hostKeyFile = join(home, 'host_key')
  await makeKey(options.hostKeyType ?? 'ed25519', hostKeyFile)
  const keyFile = join(home, 'user_key')
  await makeKey('ed25519', keyFile)
  const configuration = join(home, 'sshd_config')
  await writeFile(
    configuration,
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKeyFile}
PidFile none
UsePAM no
StrictModes no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
AuthorizedKeysFile ${keyFile}.pub
MaxStartups 100:30:200
Subsystem sftp internal-sftp ${options.sftpOptions ?? ''}
${options.configuration ?? ''}
`,
  )
  // As root it separates its privileges in this folder.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const command = ['/usr/sbin/sshd', '-D', '-e', '-f', configuration]
  // SIGXFSZ is ignored, so that a write fails instead of ending the server.
  const limited = `trap '' XFSZ; ulimit -f ${options.maxFileKibibytes}; exec "$@"`
  const part =
    options.maxFileKibibytes === undefined
      ? startPart('/usr/sbin/sshd', command.slice(1))
      : startPart('/bin/bash', ['-c', limited, 'sshd', ...command])
  const stop = async (): Promise<void> => {
    await part.stop()
    await rm(home, { recursive: true, force: true })
  }
  try {
    await untilReady(part, () => accepts(port))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    port,
    username: userInfo().username,
    hostKey: await publicKeyIn(hostKeyFile),
    folder,
    privateKey: await readFile(keyFile, 'utf8'),
    authorize: (publicKey) => appendFile(`${keyFile}.pub`, `${publicKey}\n`),
    stop,
  }
}

const makeKey = (type: string, file: string) => run('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', file])

/** Type and base64 of the public key beside a private one. */
export const publicKeyIn = async (file: string): Promise<string> => {
  const [type, base64] = (await readFile(`${file}.pub`, 'utf8')).split(' ')
  return `${type} ${base64}`
}
