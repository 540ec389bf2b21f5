import { fork } from 'node:child_process'
import { installed } from './installed.mjs'
import { onShutdown } from './on-shutdown.mjs'
import { buildPortal } from './portal-build.mjs'
import { inProject } from './project.mjs'

/**
 * `npm start`: installs what is missing, builds the portal when it changed, and starts everything. Runs on whatever
 * Node the machine has, so it is plain JavaScript without dependencies; the product runs on the Node it finds.
 */
const runtime = await installed()
buildPortal(runtime)
const product = fork(inProject('apps/server/src/main.ts'), ['start'], { execPath: runtime, execArgv: [] })

/**
 * The product stops in order when it is told to over the channel between us, and also when that closes. A terminal
 * sends Ctrl-C to both of us, so it leaves that signal to us. Whoever asks twice does not want to wait.
 */
let isStopping = false
onShutdown(() => {
  if (isStopping) product.kill('SIGKILL')
  else if (product.connected) product.send('stop')
  isStopping = true
})
product.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
