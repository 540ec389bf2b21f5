import { calls, type Matter } from '@holdfast/contract'
import { Button, Group } from '@mantine/core'
import { ConfirmButton } from '../forms/confirm-button.tsx'
import { useSave } from '../forms/use-save.ts'
import { type MessageId, text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useProfile } from '../session/profile.ts'
import { ChangeMatter, holdsOf } from './change-matter.tsx'

const useChange = (matter: Matter, told: MessageId) => {
  const { matter_reference, version, title, reason, review_on, is_closed } = matter
  const { save, isSaving } = useSave({
    call: calls.putMatter,
    changes: [calls.listMatters],
    onSaved: () => notice(text(told), title),
  })
  const change = (changed: { is_closed?: boolean; owner?: string }) =>
    save({
      params: { matter_reference },
      body: { version, title, reason: reason ?? '', review_on, is_closed: is_closed ?? false, ...changed },
    })
  return { change, isSaving }
}

/** Closes a matter after it said what becomes of its holds, filters and recordings. */
const CloseMatter = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { change, isSaving } = useChange(matter, 'matters.was_closed')
  const holds = holdsOf(matter)
  const feeds = matter.feeds.filter(({ stopped_at }) => stopped_at === null).length
  return (
    <ConfirmButton
      variant="default"
      label={t('matters.close')}
      title={t('matters.close_title', { matter: matter.title })}
      isPossible={holds === 0}
      body={
        holds > 0 ? (
          t('matters.close_holds', { count: holds })
        ) : (
          <>
            {feeds > 0 && <p>{t('matters.close_feeds', { count: feeds })}</p>}
            <p>{t('matters.close_body')}</p>
          </>
        )
      }
      isBusy={isSaving}
      onConfirm={() => change({ is_closed: true })}
    />
  )
}

const ReopenMatter = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { change, isSaving } = useChange(matter, 'matters.was_reopened')
  return (
    <Button variant="default" loading={isSaving} onClick={() => change({ is_closed: false })}>
      {t('matters.reopen')}
    </Button>
  )
}

const TakeOver = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { profile } = useProfile()
  const { change, isSaving } = useChange(matter, 'matters.taken_over')
  if (!profile) return null
  return (
    <Button loading={isSaving} onClick={() => change({ owner: profile.user_reference })}>
      {t('matters.take_over')}
    </Button>
  )
}

/** The buttons of a matter for what the person may do with it. */
export const MatterActions = ({ matter }: { matter: Matter }) => {
  const mayChange = matter.may.includes('change')
  if (!mayChange && !matter.may.includes('take_over')) return null
  return (
    <Group gap="xs">
      {matter.may.includes('take_over') && <TakeOver matter={matter} />}
      {mayChange && <ChangeMatter matter={matter} size="sm" />}
      {mayChange && (matter.is_closed ? <ReopenMatter matter={matter} /> : <CloseMatter matter={matter} />)}
    </Group>
  )
}
