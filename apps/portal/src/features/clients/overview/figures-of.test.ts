import type { Action, ClientSituation } from '@holdfast/contract'
import { expect, test } from 'vitest'
import { figuresOf } from './figures-of.ts'

const quiet: ClientSituation = {
  client: 'acme',
  name: 'Acme',
  is_active: true,
  as_of: '2026-01-01T00:00:00.000Z',
  is_stale: false,
  users: 2,
  devices: 3,
  silent_devices: 0,
  late: 0,
  failed: 0,
  quarantined: 0,
  backlog: 0,
  backlog_since: null,
  stored_bytes: 100,
  licence: null,
  alerts: null,
}
const everything = () => true
const only = (allowed: Action) => (action: Action) => action === allowed
const figure = (label: string, situation: ClientSituation, can: (action: Action) => boolean) =>
  figuresOf(situation, can).find((one) => one.label === label)

test('a figure that is 0 is quiet and leads nowhere', () => {
  expect(figure('statistics.failed', quiet, everything)).toMatchObject({ tone: 'quiet', to: null })
})

test('failed recordings lead to the alerts about them, for those who may see these, and the link says so', () => {
  const failed = { ...quiet, failed: 4 }
  expect(figure('statistics.failed', failed, everything)).toMatchObject({
    tone: 'bad',
    to: {
      path: '/internal/alerts',
      filter: { clients: ['acme'], conditions: ['payload_failed'] },
      words: 'statistics.to_alerts',
    },
  })
  expect(figure('statistics.failed', failed, only('internal:statistics'))?.to).toBeNull()
})

test('silent devices lead to those of them that sent telemetry, and the link says so', () => {
  expect(figure('statistics.silent', { ...quiet, silent_devices: 2 }, everything)?.to).toEqual({
    path: '/internal/telemetry',
    filter: { clients: ['acme'], silent_days: '7' },
    words: 'statistics.to_telemetry',
  })
})

test('an account that was never counted shows no figures of 0', () => {
  const labels = figuresOf({ ...quiet, as_of: null, devices: 0, alerts: [] }, everything).map(({ label }) => label)
  expect(labels).toEqual(['statistics.alerts'])
})

test('alerts and licences are left out for those who may not see them', () => {
  expect(figuresOf(quiet, everything).map(({ label }) => label)).not.toContain('statistics.alerts')
  const told = figuresOf(
    {
      ...quiet,
      alerts: [
        { severity: 'Low', count: 0 },
        { severity: 'Medium', count: 2 },
        { severity: 'High', count: 1 },
      ],
      licence: { service: 'calls', used: 5, limit: 5 },
    },
    everything,
  )
  expect(told[0]).toMatchObject({
    label: 'statistics.alerts',
    tone: 'bad',
    value: {
      alerts: [
        { severity: 'High', count: 1 },
        { severity: 'Medium', count: 2 },
      ],
    },
  })
  expect(told.find(({ label }) => label === 'statistics.licences')).toMatchObject({ tone: 'warn' })
})
