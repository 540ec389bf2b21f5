import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '../../tests/setup/loopback.ts'
import type { ChildServer } from './child-server.ts'

/**
 * Serves the files of a folder with nginx, as Debian configures it: as many workers as processors, and sendfile. The folder has to be
 * readable for everybody.
 * @throws Error if nginx is not installed
 */
export const startNginx = async (folder: string): Promise<ChildServer> => {
  const port = await freePort()
  const temporary = path.join(folder, 'nginx')
  await mkdir(temporary)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${temporary}/${name};`,
  )
  const configuration = `daemon off; worker_processes auto; pid ${temporary}/pid; error_log stderr error;
    events { worker_connections 768; }
    http { access_log off; sendfile on; tcp_nopush on; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; } }`
  const file = path.join(temporary, 'nginx.conf')
  await writeFile(file, configuration)
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(nginx, 'exit')
  await once(nginx, 'spawn').catch(() => {
    throw new Error('nginx is not installed: apt-get install nginx-light')
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(origin).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with code ${nginx.exitCode}`)
    await setTimeout(20)
  }
  return {
    origin,
    pid: nginx.pid ?? 0,
    stop: async () => {
      nginx.kill('SIGQUIT')
      await ended
    },
  }
}
