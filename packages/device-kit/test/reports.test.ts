import type { CommandForDevice } from '@holdfast/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DeviceCallError, type Handset } from '../src/index.ts'
import { FakeHoldfast } from './fake-holdfast.ts'
import { openTestHandset, type TestClock, testClock } from './handsets.ts'
import { type MemoryStorage, memoryStorage } from './memory-storage.ts'

let clock: TestClock
let fake: FakeHoldfast
let storage: MemoryStorage
let handset: Handset

beforeEach(async () => {
  clock = testClock()
  fake = await FakeHoldfast.start(() => clock.time)
  storage = memoryStorage()
  handset = await openTestHandset(fake, storage, clock)
})
afterEach(() => fake.stop())

describe('logs, positions and telemetry', () => {
  const line = { log_class: 'Recorder', log_level: 'INFO', log_message: 'Recording began' } as const
  const position = { latitude: 51.5, longitude: -0.1, accuracy: 8, altitude: null, provider: 'gps' }

  it('arrive once each, in as few calls as the limits allow', async () => {
    await handset.log(Array(1500).fill(line))
    await handset.addPositions(Array(130).fill({ ...position, timestamp: '2026-03-01T00:00:00.000Z' }))
    await handset.addTelemetry({ reported_at: '2026-03-01T00:00:00.000Z', battery_level_percent: 71 })
    fake.faults = ['none', 'none', 'dropAfter', 'truncatedAfter']
    await handset.sync()
    expect(fake.account.logs.size).toBe(1500)
    expect(fake.account.positions.size).toBe(130)
    expect(fake.account.telemetry).toHaveLength(1)
    expect(await storage.list('logs')).toEqual([])
  })

  it('continue after a line that the server refuses for good, which is set aside', async () => {
    await handset.log([line])
    await handset.log([{ ...line, log_message: '' }])
    await handset.log([line])
    await handset.sync()
    expect(fake.account.logs.size).toBe(2)
    expect(await storage.list('set-aside')).toHaveLength(1)
  })
})

describe('a command', () => {
  const sent = (command: CommandForDevice['command'], last = 'A'): CommandForDevice => ({
    command_reference: `01JD000000000000000000000${last}`,
    command,
    params: {},
    state: 'Sent',
    sent_at: '2026-03-01T00:00:00.000Z',
  })

  it('is acknowledged before it is executed, and then reported as completed', async () => {
    const command = sent('sync_data')
    fake.account.commands.push(command)
    const states: string[] = []
    const done = await handset.runCommands({ sync_data: async () => void states.push(command.state) })
    expect(states).toEqual(['Acknowledged'])
    expect(command.state).toBe('Completed')
    expect(done.map(({ command_reference }) => command_reference)).toEqual([command.command_reference])
    expect(await handset.runCommands({})).toEqual([])
  })

  it('is reported as failed, with the reason, when it fails or the handset does not know it', async () => {
    const broken = sent('diagnostics_upload')
    const unknown = sent('allow_power_off', 'B')
    fake.account.commands.push(broken, unknown)
    await handset.runCommands({ diagnostics_upload: () => Promise.reject(new Error('No space left')) })
    expect([broken.state, unknown.state]).toEqual(['Failed', 'Failed'])
    expect(fake.account.reasons).toEqual(['No space left', 'This handset does not know allow_power_off'])
  })

  it('is executed once, although the answer to its report was lost and the handset restarted', async () => {
    const command = sent('sync_data')
    fake.account.commands.push(command)
    let times = 0
    const handlers = {
      sync_data: async () => {
        times += 1
      },
    }
    // Verification, fetching and acknowledging succeed; then there is no network any more.
    fake.faults = ['none', 'none', 'none', ...Array(6).fill('dropBefore')]
    await expect(handset.runCommands(handlers)).rejects.toThrow(DeviceCallError)
    handset = await openTestHandset(fake, storage, clock)
    fake.faults = ['none', 'none', 'dropAfter']
    await handset.runCommands(handlers)
    expect(times).toBe(1)
    expect(command.state).toBe('Completed')
  })

  it('that has failed on the server meanwhile is not reported', async () => {
    const command = sent('sync_data')
    fake.account.commands.push(command)
    await handset.runCommands({
      sync_data: async () => {
        command.state = 'Failed'
      },
    })
    expect(command.state).toBe('Failed')
  })
})
