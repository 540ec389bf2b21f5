import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { installed } from './installed.mjs'
import { buildPortal } from './portal-build.mjs'
import { inProject } from './project.mjs'

/**
 * `npm start`: installs what is missing, builds the portal when it changed, and starts everything. Runs on whatever
 * Node the machine has, so it is plain JavaScript without dependencies; the product runs on the Node it finds.
 */
const runtime = installed()
buildPortal(runtime)
const product = fork(inProject('apps/server/src/main.ts'), ['start', ...process.argv.slice(2)], {
  execPath: runtime,
  execArgv: [],
})

/**
 * The product stops in order when it is told to over the channel between us, and also when that closes. A terminal
 * sends Ctrl-C to both of us, so it leaves that signal to us. Whoever asks twice does not want to wait.
 */
let isStopping = false
const stop = () => {
  if (isStopping) product.kill('SIGKILL')
  else if (product.connected) product.send('stop')
  isStopping = true
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
product.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

// npm runs us through a shell that passes no signals on: when either was killed, nobody is left to stop us.
if (process.env.npm_lifecycle_event === 'start') {
  const before = ancestors()
  setInterval(() => {
    if (!isStopping && ancestors() !== before) stop()
  }, 250).unref()
}

function ancestors() {
  return `${process.ppid} ${parentOf(process.ppid)}`
}

function parentOf(pid) {
  try {
    return /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
