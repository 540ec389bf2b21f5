import { calls, type LeftBehindItem, type LeftBehindKind } from '@holdfast/contract'
import { Anchor, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { addressOf } from '../../shared/access/addresses.ts'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './visit-panel.module.css'

const kindTitles: Readonly<Record<LeftBehindKind, MessageId>> = {
  account_defaults: 'page.settings',
  app: 'page.app',
  comment: 'support.left_comment',
  device_block: 'support.left_device_block',
  group: 'page.group',
  role: 'page.role',
  tag: 'page.tag',
}

const addressOfItem = ({ kind, reference, payload_reference }: LeftBehindItem): string => {
  if (kind === 'account_defaults') return '/dashboard/account/settings'
  if (kind === 'device_block') return `/dashboard/devices/${encodeURIComponent(reference ?? '')}`
  // Redirects to the screen of the recording's own kind.
  if (kind === 'comment') return `/dashboard/services/calls/${encodeURIComponent(payload_reference ?? '')}`
  return addressOf(`${kind}s`, reference ?? '')
}

const Item = ({ item }: { item: LeftBehindItem }) => {
  const t = useText()
  const { kind, is_new, changed_at, changed_since } = item
  const title = t(kindTitles[kind])
  const name = item.payload_reference ?? item.reference
  return (
    <li className={classes.step}>
      <span>
        {name === null ? '' : `${title} `}
        <Anchor inherit renderRoot={(props) => <Link {...props} to={addressOfItem(item)} />}>
          {name ?? title}
        </Anchor>{' '}
        <span className={classes.about}>{t(is_new ? 'support.left_created' : 'support.left_changed')}</span>
      </span>
      <span className={classes.time}>
        <Moment time={changed_at} />
      </span>
      {changed_since && (
        <span className={classes.changed}>
          {t('support.left_changed_since', { who: changed_since.updated_by })}{' '}
          <Moment time={changed_since.updated_at} />
        </span>
      )}
    </li>
  )
}

/** What the provider created or changed under a request and still exists, with links. */
export const LeftBehindPanel = ({ requestReference }: { requestReference: string }) => {
  const t = useText()
  const { data, error, refetch } = useLoaded(calls.getLeftBehind, { request_reference: requestReference })
  return (
    <Panel title={t('support.left_behind')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={48} />}
      {data?.total === 0 && <p className={classes.none}>{t('support.left_nothing')}</p>}
      <ul className={classes.steps}>
        {data?.items.map((item) => (
          <Item key={`${item.kind} ${item.reference}`} item={item} />
        ))}
      </ul>
      {data && data.total > data.items.length && (
        <p className={classes.none}>{t('support.left_more', { count: data.total - data.items.length })}</p>
      )}
    </Panel>
  )
}
