import type { MoveAssignee, MoveDifference, MoveImpact } from '@holdfast/contract'
import { Alert, Checkbox, List, ScrollArea, Text } from '@mantine/core'
import { IconUserExclamation } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { actionInWords, actionsInSentence, inSentence } from './impact-in-words.ts'

const inWords = ({ kind, reference, gained, lost }: MoveAssignee, t: ReturnType<typeof useText>): string => {
  const side = (differences: readonly MoveDifference[]) => ({
    count: 1,
    what: actionsInSentence(differences.map((one) => actionInWords(one, t))),
  })
  const told = [
    ...(gained.length > 0 ? [t('impact.gains', side(gained))] : []),
    ...(lost.length > 0 ? [t('impact.loses', side(lost))] : []),
  ]
  return `${reference ?? t(`gains.unnamed_${kind}`)} ${told.join('; ')}`
}

interface MoveImpactNoteProps {
  impact: MoveImpact | undefined
  /** Saving it is refused whatever its author accepts. */
  needsSecondPerson?: boolean
  isAccepted?: boolean
  /** Without it, nobody is asked to accept anything. */
  onAccept?: (isAccepted: boolean) => void
}

/** Before people move to another group: who gains and loses access to what they record, and what the author could not grant. */
export const MoveImpactNote = ({
  impact,
  needsSecondPerson = false,
  isAccepted = false,
  onAccept,
}: MoveImpactNoteProps) => {
  const t = useText()
  if (!impact) return null
  const { exceeds_own: exceeds, gaining, losing, beyond_own_total: beyond, assignees } = impact
  const more = Math.max(gaining, losing) - assignees.length
  return (
    <Alert
      color={exceeds ? 'red' : beyond > 0 ? 'yellow' : 'blue'}
      icon={<IconUserExclamation aria-hidden />}
      title={gaining + losing === 0 ? t('moves.nobody') : t('moves.title', { gaining, losing })}
      role="status"
    >
      {exceeds && (
        <Text size="sm" fw={600} mb="xs">
          {t('moves.exceeds_own', { action: inSentence(t(`action.${exceeds.action}`)) })}
        </Text>
      )}
      <Text size="sm" mb="xs">
        {t('moves.past')}
      </Text>
      <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        <List size="sm">
          {assignees.map((assignee, index) => (
            <List.Item key={`${assignee.kind} ${assignee.reference ?? index}`}>{inWords(assignee, t)}</List.Item>
          ))}
          {more > 0 && <List.Item>{t('gains.more', { count: more })}</List.Item>}
        </List>
      </ScrollArea.Autosize>
      {needsSecondPerson && onAccept && (
        <Text size="sm" mt="sm">
          {t('gains.second_person')}
        </Text>
      )}
      {beyond > 0 && !exceeds && onAccept && !needsSecondPerson && (
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
