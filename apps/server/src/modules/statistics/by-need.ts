import type { ClientSituation } from '@holdfast/contract'

/** Recordings usually wait for seconds. */
const longBacklogMs = 15 * 60_000

/** The reasons why an account needs attention, most urgent first. */
const needsOf = (client: ClientSituation, now: Date): number[] => {
  const { alerts, backlog_since, failed, quarantined, late, silent_devices, licence, is_stale } = client
  const open = (severity: string) => alerts?.find((one) => one.severity === severity)?.count ?? 0
  const isWaitingLong = backlog_since !== null && now.getTime() - Date.parse(backlog_since) > longBacklogMs
  return [
    open('High'),
    Number(isWaitingLong),
    Number(is_stale && client.is_active),
    failed + quarantined,
    late,
    Number(licence !== null && licence.used >= licence.limit),
    open('Medium'),
    silent_devices,
    open('Low'),
  ]
}

/** Orders accounts: those that need attention first, then by name. */
export const byNeed =
  (now: Date) =>
  (one: ClientSituation, other: ClientSituation): number => {
    const needs = needsOf(other, now)
    const difference = needsOf(one, now)
      .map((need, index) => (needs[index] ?? 0) - need)
      .find((more) => more !== 0)
    return difference ?? one.name.localeCompare(other.name)
  }
