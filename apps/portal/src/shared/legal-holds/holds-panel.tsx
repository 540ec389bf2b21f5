import { Group, Skeleton, Text } from '@mantine/core'
import { useText } from '../i18n/text.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { HoldState } from './hold-state.tsx'
import classes from './holds-panel.module.css'
import { MatterOfHold } from './matter-of-hold.tsx'
import { PlaceHold } from './place-hold.tsx'
import { ReleaseHold } from './release-hold.tsx'
import { useHolds } from './use-holds.ts'

/** The legal holds on a device user, for people who may see them. */
export const HoldsPanel = ({ person }: { person: string }) => {
  const t = useText()
  const { rows, isLoading, error, reload, isEnabled } = useHolds({ DeviceUser: person })
  if (!isEnabled) return null
  return (
    <Panel title={t('page.legal_holds')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton height={18} />}
      {!isLoading && !error && rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('holds.person_has_none')}
        </Text>
      )}
      <ul className={classes.holds}>
        {rows.map((hold) => (
          <li key={hold.hold_id} className={classes.hold}>
            <span>
              <MatterOfHold reference={hold.matter_reference} />
              <span className={classes.since}>
                <Moment time={hold.created_at} />
              </span>
            </span>
            <HoldState hold={hold} />
            <ReleaseHold hold={hold} />
          </li>
        ))}
      </ul>
      <Group gap="xs" mt="sm">
        <PlaceHold on={{ target_type: 'DeviceUser', target: person }} size="xs" variant="default" />
        <LinkButton
          size="xs"
          variant="subtle"
          to="/dashboard/account/legal-holds"
          search={{ filter: { targets: [person], shown: 'all' } } as never}
        >
          {t('holds.with_released')}
        </LinkButton>
      </Group>
    </Panel>
  )
}
