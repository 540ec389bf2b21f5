import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** What operators monitor, in the Prometheus text format at `/metrics`. No label contains a reference or a person. */
export class Metrics {
  readonly registry = new Registry()
  readonly calls = new Histogram({
    name: 'holdfast_call_duration_seconds',
    help: 'Time from the arrival of a call to its answer',
    labelNames: ['call', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  })
  readonly payloads = new Counter({
    name: 'holdfast_payload_transitions_total',
    help: 'Recordings that entered a state',
    labelNames: ['payload_type', 'state'] as const,
    registers: [this.registry],
  })

  constructor() {
    collectDefaultMetrics({ register: this.registry, prefix: 'holdfast_' })
  }
}
