import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { needDebianPackages } from './debian-packages.ts'
import { accepts, freePort, startPart, untilReady } from './loopback.ts'
import { publicKeyIn, type SftpServer } from './sshd.ts'

const run = promisify(execFile)

export interface Proftpd extends SftpServer {
  password: string
}

/** Starts ProFTPD with its SFTP module on loopback, in a temporary folder, with one user who has a password. */
export const startProftpd = async ({ configuration = '' } = {}): Promise<Proftpd> => {
  await needDebianPackages('/usr/lib/proftpd/mod_sftp.so', ['proftpd-core', 'proftpd-mod-crypto'])
  const home = await mkdtemp(join(tmpdir(), 'holdfast-proftpd-'))
  const port = await freePort()
  const [username, password] = ['archive', 'correct horse battery']
  const { uid, gid, username: user } = userInfo()
  const { stdout: group } = await run('id', ['-gn'])
  const folder = join(home, 'files')
  await mkdir(folder)
  const hostKeyFile = join(home, 'host_key')
  await run('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', '', '-f', hostKeyFile])
  const { stdout: hash } = await run('openssl', ['passwd', '-6', password])
  const users = join(home, 'users')
  await writeFile(users, `${username}:${hash.trim()}:${uid}:${gid}::${home}:/bin/sh\n`)
  await chmod(users, 0o600)
  await writeFile(
    join(home, 'proftpd.conf'),
    `ServerType standalone
DefaultServer on
ModulePath /usr/lib/proftpd
LoadModule mod_sftp.c
Port ${port}
UseIPv6 off
DefaultAddress 127.0.0.1
User ${user}
Group ${group.trim()}
RootLogin on
RequireValidShell off
AuthOrder mod_auth_file.c
AuthUserFile ${users}
DelayEngine off
WtmpLog off
TransferLog none
SystemLog none
PidFile ${join(home, 'pid')}
ScoreboardFile ${join(home, 'scoreboard')}
SFTPEngine on
SFTPHostKey ${hostKeyFile}
SFTPAuthMethods password
SFTPLog ${join(home, 'sftp.log')}
MaxLoginAttempts 3
${configuration}
`,
  )
  const part = startPart('/usr/sbin/proftpd', ['--nodaemon', '--quiet', '--config', join(home, 'proftpd.conf')])
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
  return { port, username, password, hostKey: await publicKeyIn(hostKeyFile), folder, stop }
}
