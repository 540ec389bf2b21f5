import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Metrics } from '../../apps/server/src/core/metrics.ts'
import { registerEmailMetrics } from '../../apps/server/src/modules/notifications/index.ts'
import { registerStatisticsMetrics } from '../../apps/server/src/modules/statistics/index.ts'
import { registerStoreMetrics } from '../../apps/server/src/modules/store-sweeps/index.ts'

const folder = path.resolve(import.meta.dirname, '../../docs/operations')

/** The metrics of an api process. Their values are not read. */
const knownNames = (): ReadonlySet<string> => {
  const { registry } = new Metrics()
  const database = { readAcrossClients: () => Promise.reject(new Error('not read')) }
  registerStatisticsMetrics(registry, database)
  registerStoreMetrics(registry, database)
  registerEmailMetrics(registry, database)
  return new Set(registry.getMetricsAsArray().map(({ name }) => name))
}

/** A histogram has several series. */
const withoutSuffix = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, '')

const namesIn = (text: string): string[] => [...new Set(text.match(/\bholdfast_[a-z_]+/g) ?? [])]

test.each(['alert-rules.yml', 'grafana-dashboard.json', 'monitoring.md'])('%s names metrics that exist', (file) => {
  const known = knownNames()
  const named = namesIn(readFileSync(path.join(folder, file), 'utf8'))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !known.has(name) && !known.has(withoutSuffix(name)))).toEqual([])
})

test('every figure of the statistics is described for operators', () => {
  const text = readFileSync(path.join(folder, 'monitoring.md'), 'utf8')
  const { registry } = new Metrics()
  registerStatisticsMetrics(registry, { readAcrossClients: () => Promise.reject(new Error('not read')) })
  const own = registry.getMetricsAsArray().map(({ name }) => name)
  const ofProcess = new Metrics().registry.getMetricsAsArray().map(({ name }) => name)
  expect(own.filter((name) => !ofProcess.includes(name) && !namesIn(text).includes(name))).toEqual([])
})
