import { calls } from '@holdfast/contract'
import { Group, Skeleton } from '@mantine/core'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { useEvents } from '../../../shared/live/use-events.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { AddNumbers } from './add-numbers.tsx'
import { NumberDetails } from './number-details.tsx'
import classes from './personal-numbers-panel.module.css'
import { RemoveNumber } from './remove-number.tsx'

/** The personal numbers that somebody has now. */
export const PersonalNumbersPanel = ({ person }: { person: string }) => {
  const t = useText()
  const can = useCan()
  const mayChange = can('personal_numbers:write')
  const filter = useMemo(() => ({ device_user_references: [person], is_active: true }), [person])
  const numbers = useList({ call: calls.listPersonalNumbers, filter })
  const { rows, isLoading, error, reload, readAgain } = numbers
  useEvents(({ kind, reference }) => {
    if (kind === 'personal_number' && reference === person) readAgain()
  })
  return (
    <Panel title={t('page.personal_numbers')}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {isLoading && <Skeleton className={classes.waiting} />}
      {!isLoading && !error && rows.length === 0 && <p className={classes.none}>{t('numbers.person_has_none')}</p>}
      <ul className={classes.numbers}>
        {rows.map((record) => (
          <li key={record.id} className={classes.number}>
            <NumberDetails record={record} />
            {record.may.includes('remove') && <RemoveNumber record={record} />}
            <span className={classes.reason}>{record.reason}</span>
          </li>
        ))}
      </ul>
      <ShowMore list={numbers} />
      <Group gap="xs" mt="sm">
        {mayChange && <AddNumbers person={person} size="xs" variant="default" />}
        <LinkButton
          size="xs"
          variant="subtle"
          to="/dashboard/devices/personal-numbers"
          search={{ filter: { device_user_references: [person] } } as never}
        >
          {t('numbers.with_removed')}
        </LinkButton>
      </Group>
    </Panel>
  )
}
