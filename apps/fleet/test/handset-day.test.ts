import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DeviceTelemetry, Imei, VerifyRequest } from '@holdfast/contract'
import Value from 'typebox/value'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cities } from '../src/cities.ts'
import { readFleetFile, type SimulatedIdentity } from '../src/fleet-file.ts'
import { hardwareOf } from '../src/handset-hardware.ts'
import { localTime } from '../src/local-time.ts'
import { positionAt } from '../src/route.ts'
import { type ScheduledEvent, scheduleOf } from '../src/schedule.ts'
import { recordingKinds } from '../src/simulated-recording.ts'
import { telemetryAt } from '../src/telemetry.ts'

const take = (seed: string, count: number): ScheduledEvent[] => scheduleOf(seed).take(count).toArray()

const identity: SimulatedIdentity = {
  client: 'meridian',
  enrolment_secret: Buffer.alloc(32).toString('base64url'),
  device_user_reference: 'priya.banerjee',
  device_reference: 'ME-SIM-0001',
  city: 'lisbon',
}

describe('the schedule', () => {
  it('begins with a call within 3 seconds and continues every 20 to 60 seconds', () => {
    for (let seed = 0; seed < 200; seed++) {
      const [first, ...others] = take(String(seed), 40)
      expect(first?.kind).toBe('Call')
      expect(first?.afterMs).toBeLessThan(3000)
      expect(Math.min(...others.map(({ afterMs }) => afterMs))).toBeGreaterThanOrEqual(20_000)
      expect(Math.max(...others.map(({ afterMs }) => afterMs))).toBeLessThanOrEqual(60_000)
    }
  })

  it('is the same for the same seed only, and includes every kind of recording', () => {
    expect(take('a', 50)).toEqual(take('a', 50))
    expect(take('a', 50).map(({ kind }) => kind)).not.toEqual(take('b', 50).map(({ kind }) => kind))
    expect(new Set(take('a', 600).map(({ kind }) => kind))).toEqual(new Set(recordingKinds))
  })
})

describe('a simulated handset', () => {
  it('always identifies itself in the same way, as the contract requires', () => {
    const { device_info, phone_numbers, imeis } = hardwareOf(identity)
    const request = { client: 'meridian', device_info, phone_numbers, imeis, ulid_encrypted: 'sealed' }
    expect(Value.Errors(VerifyRequest, request)).toEqual([])
    expect(hardwareOf(identity)).toEqual(hardwareOf(identity))
  })

  it('has an IMEI with a correct check digit', () => {
    for (let number = 0; number < 50; number++) {
      const [imei = ''] = hardwareOf({ ...identity, device_reference: `ME-SIM-${number}` }).imeis
      expect(Value.Check(Imei, imei)).toBe(true)
      const sum = [...imei].reduce((total, digit, at) => {
        const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1)
        return total + Math.floor(doubled / 10) + (doubled % 10)
      }, 0)
      expect(sum % 10).toBe(0)
    }
  })

  it('reports telemetry that the contract accepts, at any hour', () => {
    for (let hour = 0; hour < 24; hour++) {
      const time = new Date(Date.UTC(2026, 2, 1, hour, 59))
      expect(Value.Errors(DeviceTelemetry, telemetryAt(time, hardwareOf(identity), cities.lisbon, 3))).toEqual([])
    }
  })

  it('moves along its route without jumps', () => {
    const begin = Date.UTC(2026, 2, 1)
    for (const city of Object.values(cities)) {
      for (let minute = 0; minute < 120; minute++) {
        const [here, there] = [minute, minute + 1].map((at) => positionAt(city, begin + at * 60_000))
        expect(Math.abs((there?.latitude ?? 0) - (here?.latitude ?? 0))).toBeLessThan(0.002)
        expect(Math.abs((there?.longitude ?? 0) - (here?.longitude ?? 0))).toBeLessThan(0.002)
      }
    }
  })

  it('reports the local time with its offset', () => {
    expect(localTime(new Date('2026-07-01T12:00:05Z'), 'Europe/London')).toBe('2026-07-01T13:00:05+01:00')
    expect(localTime(new Date('2026-01-01T00:30:00Z'), 'Europe/London')).toBe('2026-01-01T00:30:00+00:00')
    expect(localTime(new Date('2026-01-01T00:30:00Z'), 'America/Sao_Paulo')).toBe('2025-12-31T21:30:00-03:00')
  })
})

describe('the fleet file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'fleet-file-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const read = async (content: unknown) => {
    const file = path.join(folder, 'fleet.json')
    await writeFile(file, JSON.stringify(content))
    return readFleetFile(file)
  }

  it('names the handsets; missing fields are derived from the person', async () => {
    const { device_reference: _, city: __, ...least } = identity
    const [whole, short, again] = await read({ handsets: [identity, least, least] })
    expect(whole).toEqual(identity)
    expect(short).toEqual(again)
    expect(short?.device_reference).toMatch(/^R5[0-9A-F]{9}$/)
  })

  it.each([
    [{}, 'has no list of handsets'],
    [{ handsets: ['one'] }, 'handset 1 is not an object'],
    [{ handsets: [identity, { ...identity, enrolment_secret: '' }] }, 'handset 2 has no enrolment_secret'],
  ])('is refused with one line if it is invalid', async (content, line) => {
    await expect(read(content)).rejects.toThrow(line)
  })
})
