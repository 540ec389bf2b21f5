import {
  type Dashboard,
  type Device,
  type DevicePayloadMetric,
  type DeviceUser,
  type ListTotal,
  type Overview,
  type Payload,
  type PayloadCounts,
  type PayloadDays,
  type PayloadType,
  type PeriodMetrics,
  type ReportedTelemetry,
  type SequenceGap,
  serviceNames,
} from '@holdfast/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../apps/fleet/src/seeded-random.ts'
import { startWorker, type Worker } from '../../apps/server/src/worker.ts'
import { AccountWithHandsets } from '../../apps/server/test/account-with-handsets.ts'
import { FleetDay, type FleetMember, leftOut, reportsOfHandset, type TalliedRecording } from '../setup/fleet-day.ts'

const groups = ['London', 'Lisbon'] as const

/**
 * A fleet works for a day by the device calls alone, and keeps its own tally. Every number of every call that a screen shows is compared with
 * it, for somebody who sees all and for somebody who sees one group.
 */
export const compareFleetDay = (handsetCount: number, recordingsOfHandset: number): void => {
  const members: FleetMember[] = Array.from({ length: handsetCount }, (_, number) => ({
    device_user_reference: `person-${number}`,
    device_reference: `FLEET-${String(number).padStart(5, '0')}`,
    group: groups[number % 3 === 0 ? 1 : 0] ?? 'London',
    app_version: `4.${number % 4}.0`,
  }))

  let account: AccountWithHandsets
  let worker: Worker
  let day: FleetDay
  /** Their tokens, and what each of them may see. */
  let readers: { token: string; sees: (member: Pick<FleetMember, 'group'>) => boolean }[]

  beforeAll(async () => {
    account = await AccountWithHandsets.open()
    for (const { device_user_reference, group } of members) {
      await account.onboard(device_user_reference, { group, services: [...serviceNames] })
    }
    await account.addRole('All', [{ actions_matching: '*' }])
    await account.addRole('London', [{ actions_matching: '*', conditions: [{ names_matching: 'London' }] }])
    readers = [
      { token: await account.signIn('olga', 'All'), sees: () => true },
      { token: await account.signIn('lena', 'London'), sees: ({ group }) => group === 'London' },
    ]
    worker = await startWorker(account.server.settings)
    const random = seededRandom(process.env.HOLDFAST_TEST_SEED ?? 'fleet')
    const origin = account.server.origin
    const { client, enrolment_secret } = account
    day = await FleetDay.open(members, { origin, client, enrolment_secret }, random.next)
    await day.pass(recordingsOfHandset)
  }, 3_600_000)
  afterAll(async () => {
    await worker?.stop()
    await account?.close()
  })

  const content = '/api/client/v1/northwind'
  const admin = '/api/admin/v1/northwind'

  const read = <T>(address: string, token: string) => account.server.getJson<T>(address, token)
  const totalOf = async (address: string, token: string): Promise<number> => {
    const separator = address.includes('?') ? '&' : '?'
    return (await read<ListTotal>(`${address}${separator}query_result_type=total`, token)).total
  }

  /** All rows of a list, page after page. */
  const rowsOf = async <T>(address: string, token: string): Promise<T[]> => {
    const rows: T[] = []
    const separator = address.includes('?') ? '&' : '?'
    for (let key = ''; ; ) {
      const page = await read<{ items: T[]; last_key: string | null }>(`${address}${separator}limit=100${key}`, token)
      rows.push(...page.items)
      if (page.last_key === null) return rows
      key = `&last_key=${encodeURIComponent(page.last_key)}`
    }
  }

  const dayOf = (time: Date) => time.toISOString().slice(0, 10)
  const countBy = <T>(items: readonly T[], keyOf: (item: T) => string): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
    return counts
  }
  const referencesOf = (items: readonly { payload_reference: string }[]) =>
    items.map(({ payload_reference }) => payload_reference).sort()

  describe('after a day of the fleet', () => {
    it('every recording is in the list once, with its type, state, device, person and group', async () => {
      for (const { token, sees } of readers) {
        const listed = await rowsOf<Payload>(`${content}/payloads`, token)
        const seen = (recording: TalliedRecording | Payload) => ({
          payload_reference: recording.payload_reference,
          payload_type: recording.payload_type,
          payload_state: recording.payload_state,
          device_reference: recording.device_reference,
          device_user_reference: recording.device_user_reference,
          group: recording.group,
          is_late: recording.is_late,
        })
        const byReference = (rows: (TalliedRecording | Payload)[]) =>
          rows.map(seen).sort((one, two) => (one.payload_reference < two.payload_reference ? -1 : 1))
        expect(byReference(listed)).toEqual(byReference(day.recordings.filter(sees)))
      }
    })

    it('totals by type, state and group are those of the tally', async () => {
      for (const { token, sees } of readers) {
        const seen = day.recordings.filter(sees)
        expect(await totalOf(`${content}/payloads`, token)).toBe(seen.length)
        for (const [type, count] of Object.entries(countBy(seen, ({ payload_type }) => payload_type))) {
          expect(await totalOf(`${content}/payloads?filter[payload_types][0]=${type}`, token)).toBe(count)
        }
        for (const [state, count] of Object.entries(countBy(seen, ({ payload_state }) => payload_state))) {
          expect(await totalOf(`${content}/payloads?filter[payload_states][0]=${state}`, token)).toBe(count)
        }
        for (const [group, count] of Object.entries(countBy(seen, ({ group }) => group))) {
          expect(await totalOf(`${content}/payloads?filter[groups][0]=${group}`, token)).toBe(count)
        }
        const late = seen.filter(({ is_late }) => is_late).length
        expect(await totalOf(`${content}/payloads?filter[is_late]=true`, token)).toBe(late)
        expect(await totalOf(`${content}/payloads?filter[number_prefix]=%2B4477009`, token)).toBe(seen.length)
      }
    })

    it('each device and person has its own recordings, and no other', async () => {
      const [all] = readers
      const some = members.filter((_, number) => number % Math.ceil(members.length / 20) === 0)
      for (const { device_reference, device_user_reference } of some) {
        const own = day.recordings.filter((recording) => recording.device_reference === device_reference)
        const ofDevice = await rowsOf<Payload>(`${content}/devices/${device_reference}/payloads`, all?.token ?? '')
        expect(referencesOf(ofDevice)).toEqual(referencesOf(own))
        expect(await totalOf(`${content}/users/${device_user_reference}/payloads`, all?.token ?? '')).toBe(own.length)
      }
    })

    it('counts by type and day, failed, quarantined and late, are those of the tally', async () => {
      for (const { token, sees } of readers) {
        const seen = day.recordings.filter(sees)
        const counts = await read<PayloadCounts>(`${content}/payload_counts`, token)
        const days = await read<PayloadDays>(`${content}/payload_days`, token)
        for (const { payload_type, days: counted, failed, quarantined, late, damaged } of counts.types) {
          const ofType = seen.filter((recording) => recording.payload_type === payload_type)
          const byDay = countBy(ofType, ({ payload_time }) => dayOf(payload_time))
          expect(counted).toEqual(counts.dates.map((date) => byDay[date] ?? 0))
          expect(days.types.find((type) => type.payload_type === payload_type)?.days).toEqual(counted)
          expect({ failed, quarantined, late, damaged }).toEqual({
            failed: { total: 0 },
            quarantined: { total: ofType.filter(({ payload_state }) => payload_state === 'Quarantined').length },
            late: { total: ofType.filter(({ is_late }) => is_late).length },
            damaged: { total: 0 },
          })
        }
        const types = new Set(counts.types.map(({ payload_type }) => payload_type))
        expect(seen.filter(({ payload_type }) => !types.has(payload_type))).toEqual([])
      }
    })

    it('the overview names the recordings that need a look', async () => {
      for (const { token, sees } of readers) {
        const { recordings, silent_devices } = await read<Overview>(`${admin}/overview`, token)
        const named = (recordings ?? []).map(({ payload_type, missing, failed, quarantined, damaged, late }) => [
          payload_type,
          { missing, failed, quarantined, damaged, late },
        ])
        const seen = day.recordings.filter(sees)
        const expected = (payload_type: PayloadType) => {
          const ofType = seen.filter((recording) => recording.payload_type === payload_type)
          const quarantined = ofType.filter(({ payload_state }) => payload_state === 'Quarantined').length
          const late = ofType.filter(({ is_late }) => is_late).length
          const none = { total: 0 }
          const counts = {
            missing: none,
            failed: none,
            damaged: none,
            quarantined: { total: quarantined },
            late: { total: late },
          }
          return quarantined + late > 0 ? [[payload_type, counts]] : []
        }
        const types = [...new Set(seen.map(({ payload_type }) => payload_type))]
        expect(Object.fromEntries(named)).toEqual(Object.fromEntries(types.flatMap(expected)))
        expect(silent_devices).toEqual({ total: 0 })
      }
    })

    it('devices, people and versions are counted as they are', async () => {
      for (const { token, sees } of readers) {
        const seen = members.filter(sees)
        const listed = await rowsOf<Device>(`${admin}/devices`, token)
        expect(listed.map(({ device_reference }) => device_reference)).toEqual(
          seen.map(({ device_reference }) => device_reference),
        )
        expect(await totalOf(`${admin}/devices`, token)).toBe(seen.length)
        expect(await totalOf(`${admin}/devices?filter[app_versions][0]=4.1.0`, token)).toBe(
          seen.filter(({ app_version }) => app_version === '4.1.0').length,
        )
        // The account of the tests has one more person in each group.
        const others = [{ group: 'London' }, { group: 'Lisbon' }].filter(sees).length
        const people = await rowsOf<DeviceUser>(`${admin}/users`, token)
        expect(people).toHaveLength(seen.length + others)
        expect(await totalOf(`${admin}/users`, token)).toBe(seen.length + others)
        const { devices, users, app_versions, os_versions } = await read<Dashboard>(`${admin}/dashboard`, token)
        expect(devices).toMatchObject({ activated: seen.length, deactivated: 0 })
        expect(users).toMatchObject({ onboarded: seen.length + others, offboarded: 0 })
        expect(Object.fromEntries(app_versions.map(({ version, count }) => [version, count]))).toEqual(
          countBy(seen, ({ app_version }) => app_version),
        )
        expect(os_versions).toEqual([{ version: '15', count: seen.length }])
      }
    })

    it('positions and log lines are listed and counted by group, device and person', async () => {
      for (const { token, sees } of readers) {
        for (const [address, tally] of [
          ['gps', day.positions],
          ['device_logs', day.lines],
        ] as const) {
          const seen = tally.filter(sees)
          const byDevice = ({ device_reference, device_user_reference, group }: FleetMember) =>
            `${device_reference} ${device_user_reference} ${group}`
          const listed = await rowsOf<FleetMember>(`${content}/${address}`, token)
          expect(countBy(listed, byDevice)).toEqual(countBy(seen, byDevice))
          expect(await totalOf(`${content}/${address}`, token)).toBe(seen.length)
          for (const [group, count] of Object.entries(countBy(seen, (member) => member.group))) {
            expect(await totalOf(`${content}/${address}?filter[groups][0]=${group}`, token)).toBe(count)
          }
        }
      }
    })

    it('the latest state of each device and its problems are what it reported last', async () => {
      for (const { token, sees } of readers) {
        const seen = day.telemetry.filter(sees)
        const stateOf = (report: ReportedTelemetry | (typeof seen)[number]) => [
          report.device_reference,
          {
            group: report.group,
            reported_at: report.reported_at,
            battery_level_percent: report.battery_level_percent,
            payloads_pending: report.payloads_pending,
            problems: [...report.problems].sort(),
          },
        ]
        const listed = await rowsOf<ReportedTelemetry>(`${admin}/telemetry`, token)
        expect(listed).toHaveLength(seen.length)
        expect(Object.fromEntries(listed.map(stateOf))).toEqual(Object.fromEntries(seen.map(stateOf)))
        const mostFirst = listed.map(({ problems }) => problems.length)
        expect(mostFirst).toEqual(mostFirst.toSorted((one, other) => other - one))
        for (const problem of ['battery_low', 'storage_full'] as const) {
          expect(await totalOf(`${admin}/telemetry?filter[problems][0]=${problem}`, token)).toBe(
            seen.filter(({ problems }) => problems.includes(problem)).length,
          )
        }
        const [first] = seen
        expect(await totalOf(`${admin}/devices/${first?.device_reference}/telemetry`, token)).toBe(reportsOfHandset)
      }
    })

    it('metrics of each device, type and day, and their sums, are those of the tally', async () => {
      for (const { token, sees } of readers) {
        const seen = day.recordings.filter(sees)
        const dayKey = ({ device_reference, payload_type, payload_time }: TalliedRecording) =>
          `${device_reference} ${payload_type} ${dayOf(payload_time)}`
        const daily = await rowsOf<DevicePayloadMetric>(`${admin}/metrics/Daily`, token)
        const counted = daily.map(({ device_reference, payload_type, period, count }) => [
          `${device_reference} ${payload_type} ${period}`,
          count,
        ])
        expect(Object.fromEntries(counted)).toEqual(countBy(seen, dayKey))
        const summary = await rowsOf<DevicePayloadMetric>(`${admin}/metrics/Summary`, token)
        const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
        expect(total(summary)).toBe(seen.length)
        const { items } = await read<PeriodMetrics>(`${admin}/metrics/Yearly/periods`, token)
        expect(total(items)).toBe(seen.length)
      }
    })

    it('the numbers that handsets left out are listed as missing, and no others', async () => {
      for (const { token, sees } of readers) {
        const gaps = await rowsOf<SequenceGap>(`${admin}/completeness/gaps`, token)
        const seen = gaps.map(({ device_reference, first_missing, last_missing, missing, state }) => [
          device_reference,
          { first_missing, last_missing, missing, state },
        ])
        const expected = day.handsets
          .filter((member) => member.hasGap && sees(member))
          .map(({ device_reference }) => [device_reference, { ...leftOut, missing: 2, state: 'open' }])
        expect(gaps).toHaveLength(expected.length)
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected))
      }
    })

    it('commands are counted by what became of them', async () => {
      const [all] = readers
      const told = members.slice(0, 50)
      const device_references = told.map(({ device_reference }) => device_reference)
      for (const command of ['sync_data', 'allow_power_off']) {
        const body = { device_references, command }
        const response = await account.server.call('POST', `${admin}/commands`, { token: all?.token ?? '', body })
        expect(response.status).toBe(200)
      }
      expect(await day.obey()).toBe(2 * told.length)
      for (const { token, sees } of readers) {
        const count = told.filter(sees).length
        const ofState = (state: string) => totalOf(`${admin}/commands?filter[states][0]=${state}`, token)
        // These handsets know how to deliver, and nothing else.
        expect(await Promise.all(['Completed', 'Failed', 'Sent', 'Acknowledged'].map(ofState))).toEqual([
          count,
          count,
          0,
          0,
        ])
        expect(await totalOf(`${admin}/commands`, token)).toBe(2 * count)
      }
    })
  })
}
