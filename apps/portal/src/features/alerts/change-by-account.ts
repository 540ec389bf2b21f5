import type { Alert, AlertsChanged } from '@holdfast/contract'
import { text } from '../../shared/i18n/text.ts'
import type { BatchItem } from '../../shared/list/selection/batch-run.ts'

/** The key of an alert in lists: its account is needed to change it. */
export const keyOfAlert = ({ client, alert_reference }: Pick<Alert, 'client' | 'alert_reference'>): string =>
  `${client} ${alert_reference}`

const partsOf = (key: string) => {
  const [client = '', alert_reference = ''] = key.split(' ')
  return { client, alert_reference }
}

/** Changes alerts of one account; answers in their order. */
export type Send = (client: string, alert_references: string[]) => Promise<AlertsChanged>

/** Sends a change of alerts, those of each account together, and returns what became of each. */
export const changeByAccount = async (keys: readonly string[], send: Send): Promise<BatchItem[]> => {
  const items: BatchItem[] = []
  for (const [client, ofClient] of Map.groupBy(keys, (key) => partsOf(key).client)) {
    const { items: changed } = await send(
      client,
      ofClient.map((key) => partsOf(key).alert_reference),
    )
    items.push(...ofClient.map((key, place) => itemOf(key, changed[place]?.result)))
  }
  return items
}

const itemOf = (key: string, result: AlertsChanged['items'][number]['result'] | undefined): BatchItem => {
  switch (result) {
    case 'not_found':
      return { key, result: 'refused', code: 'request.not_found' }
    case 'forbidden':
      return { key, result: 'refused', code: 'auth.forbidden' }
    case 'conflict':
      return { key, result: 'refused', message: text('alerts.newer') }
    default:
      return { key, result: result ?? 'refused' }
  }
}
