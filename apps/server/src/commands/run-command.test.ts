import { afterEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

afterEach(() => vi.restoreAllMocks())

test.for([['--help'], ['-h'], ['help'], ['start', '--help'], ['serve', '-h'], ['work', '--verbose', '--help']])(
  'holdfast %j prints the commands and starts nothing',
  async (args) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    expect(await runCommand(args)).toBe(0)
    expect(log.mock.calls[0]).toEqual(['holdfast <command>\n'])
  },
)

test('an argument of a command that takes none is refused', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await runCommand(['start', '--port=80'])).toBe(2)
  expect(error.mock.calls).toEqual([
    ['"holdfast start" takes no arguments: its settings come from the environment ("holdfast help").'],
  ])
})
