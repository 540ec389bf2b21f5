import { fork } from 'node:child_process'
import { onShutdown } from './on-shutdown.mjs'

/**
 * Runs a program of the project until it ends, and ends this script with its exit code. The program stops in order when it
 * is told to over the channel between us, and also when that closes. A terminal sends Ctrl-C to both of us, so the program
 * leaves that signal to us. A second request to stop does not wait.
 * @param runtime the Node that runs it
 */
export function runUntilStopped(runtime, program, args) {
  const child = fork(program, args, { execPath: runtime, execArgv: [] })
  let isStopping = false
  onShutdown(() => {
    if (isStopping) child.kill('SIGKILL')
    else if (child.connected) child.send('stop')
    isStopping = true
  })
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
