import type { AccessGains, AccessLoss, TagImpact } from '@holdfast/contract'
import { Alert, Checkbox, List, ScrollArea, Text } from '@mantine/core'
import { IconUserExclamation } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { changeInWords } from './gains-in-words.ts'
import { OpenReviewsNote, reviewersAmong } from './open-reviews-note.tsx'

interface AccessGainsNoteProps {
  gains: AccessGains | undefined
  losses?: Pick<TagImpact, 'losing' | 'losses'> | undefined
  /** Saving it is refused whatever its author accepts. */
  needsSecondPerson?: boolean
  isAccepted?: boolean
  /** Without it, nobody is asked to accept anything. */
  onAccept?: (isAccepted: boolean) => void
}

/** Those who gain or lose access, one line each. */
const Assignees = ({ assignees, total }: { assignees: readonly AccessLoss[]; total: number }) => {
  const t = useText()
  return (
    <List size="sm">
      {assignees.map((assignee, index) => (
        <List.Item key={`${assignee.kind} ${assignee.reference ?? index}`}>{changeInWords(assignee)}</List.Item>
      ))}
      {total > assignees.length && <List.Item>{t('gains.more', { count: total - assignees.length })}</List.Item>}
    </List>
  )
}

/**
 * Shown before a change of tags is saved: who gains and who loses access by it, and a checkbox where its author could not
 * grant what others gain.
 */
export const AccessGainsNote = (props: AccessGainsNoteProps) => {
  const { gains, losses, needsSecondPerson = false, isAccepted = false, onAccept } = props
  const t = useText()
  const { total = 0, beyond_own_total: beyond = 0, assignees = [] } = gains ?? {}
  const { losing = 0, losses: losers = [] } = losses ?? {}
  if (total === 0 && losing === 0) return null
  const takes = t('gains.takes', { losing })
  return (
    <Alert
      color={beyond > 0 || losing > 0 ? 'yellow' : 'blue'}
      icon={<IconUserExclamation aria-hidden />}
      title={total > 0 ? t('gains.title', { total }) : takes}
      aria-live="polite"
    >
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        {total > 0 && <Assignees assignees={assignees} total={total} />}
        {losing > 0 && (
          <>
            {total > 0 && (
              <Text size="sm" fw={600} my="xs">
                {takes}
              </Text>
            )}
            <Assignees assignees={losers} total={losing} />
          </>
        )}
      </ScrollArea.Autosize>
      <OpenReviewsNote people={reviewersAmong(losers.map((loser) => ({ ...loser, lost: loser.actions })))} />
      {needsSecondPerson && onAccept && (
        <Text size="sm" mt="sm">
          {t('gains.second_person')}
        </Text>
      )}
      {beyond > 0 && onAccept && !needsSecondPerson && (
        <Checkbox
          mt="sm"
          label={t('gains.accept', { count: beyond })}
          checked={isAccepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      )}
    </Alert>
  )
}
