import { calls, type PayloadAccess } from '@holdfast/contract'
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ExplainPanel } from '../../../shared/access/explain-panel.tsx'
import { NamedColleague } from '../../../shared/found/named-person.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './payload-audit-panel.module.css'

const noFilter = {}

const Person = ({ access: { user_reference, actions, deciding_roles } }: { access: PayloadAccess }) => {
  const t = useText()
  return (
    <li className={classes.record}>
      <span className={classes.who}>
        <NamedColleague reference={user_reference} />
      </span>
      <span>{actions.map((action) => t(`explain.short_${action as PlayAction}`)).join(', ')}</span>
      <span className={classes.time}>{deciding_roles.join(', ')}</span>
    </li>
  )
}
type PlayAction = 'payloads:read' | 'payloads:play' | 'payloads:download'

const People = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const list = useList({
    call: calls.listPayloadAccess,
    params: { payload_reference: payloadReference },
    filter: noFilter,
  })
  const { rows, isLoading, error, reload } = list
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isLoading) return <Skeleton height={80} />
  return (
    <>
      {rows.length === 0 && <p className={classes.none}>{t('explain.nobody')}</p>}
      <ul className={classes.records}>
        {rows.map((access) => (
          <Person key={access.user_reference} access={access} />
        ))}
      </ul>
      <ShowMore list={list} mt="xs" />
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link
            {...props}
            to="/dashboard/access/history"
            search={{ filter: { payload_reference: payloadReference } }}
          />
        )}
      >
        {t('content_access.link')}
      </Anchor>
    </>
  )
}

/**
 * Who can find, play or download a recording, by which role, and why a certain person can or can't. Read when the
 * person opens it.
 */
export const PayloadAccessPanel = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (isOpen) {
    return (
      <>
        <Panel title={t('explain.who_may')}>
          <People payloadReference={payloadReference} />
        </Panel>
        <ExplainPanel payloadReference={payloadReference} />
      </>
    )
  }
  return (
    <Panel
      title={t('explain.who_may')}
      action={
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('explain.show')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('explain.who_may_hint')}
      </Text>
    </Panel>
  )
}
