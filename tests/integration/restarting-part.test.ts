import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RestartingPart } from '../../scripts/dev/restarting-part.ts'
import { waitTimeoutMs } from '../setup/time-limits.ts'

let folder: string
let part: RestartingPart
const output: string[] = []

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'holdfast-part-'))
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((line) => void output.push(String(line).replace(/\d+ ms/, 'n ms')))
  }
  const program = path.join(folder, 'part.mjs')
  part = new RestartingPart({ name: 'part', program, args: [], logFolder: folder, environment: process.env })
})
afterAll(async () => {
  await part.stop()
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

const untilStopped =
  "process.on('message', (message) => message === 'stop' && process.exit(0)); process.send({ ready: true })"

/** Writes the part's program as an editor would, and reports the change. */
const save = (code: string): void => {
  output.length = 0
  writeFileSync(path.join(folder, 'part.mjs'), code)
  part.noteChange()
}
const expectOutput = (...lines: string[]) =>
  vi.waitFor(() => expect(output.toSorted()).toEqual(lines.toSorted()), { timeout: waitTimeoutMs })

test('a part restarts once for several quick changes, waits for the next change after a failure, and then starts again', async () => {
  save(`console.log('first'); ${untilStopped}`)
  part.start()
  await part.firstReady
  expect(await part.settled).toBe(null)
  await expectOutput('part: first', 'part: ready in n ms')

  save('neither ] code')
  save(`console.log('second'); ${untilStopped}`)
  await expectOutput('part: second', 'part: ready in n ms')
  expect(await part.settled).toBe(null)

  save("process.stderr.write('a mistake'); process.exitCode = 1")
  await expectOutput('part: a mistake', 'part: ended with code 1. It starts again when its code changes.')
  expect(await part.settled).toBe('ended with code 1')

  save(`console.log('third'); ${untilStopped}`)
  await expectOutput('part: third', 'part: ready in n ms')
  expect(await part.settled).toBe(null)

  await part.stop()
  save(`console.log('fourth'); ${untilStopped}`)
  expect(await part.settled).toBe('stopped')
  expect(output).toEqual([])
})
