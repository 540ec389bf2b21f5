import type { AccessReview, AccessReviewItem } from '@holdfast/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useColleagues } from '../../shared/found/use-colleagues.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useProfile } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { DecisionNote } from './decision-note.tsx'
import { useDecide } from './use-decide.ts'

interface RowDecisionProps {
  review: AccessReview
  row: AccessReviewItem
  mayDecide: boolean
}

const tones = { certified: 'good', revoked: 'bad' } as const

/** What was decided on a row, and what became of it. */
const Decided = ({ row: { decision, is_held, decided_by, note } }: { row: AccessReviewItem }) => {
  const t = useText()
  const nameOf = useColleagues(decided_by === null ? [] : [decided_by])
  if (decision === null) return <Badge tone="neutral">{t('access_reviews.decision_none')}</Badge>
  const who = decided_by === null ? '–' : nameOf(decided_by)
  const effect = decision === 'revoked' && t(is_held ? 'access_reviews.still_held' : 'access_reviews.taken_away')
  const more = [effect, note].filter(Boolean).join(' · ')
  return (
    <Stack gap={0} miw={0}>
      <Group gap="xs" wrap="nowrap">
        <Badge tone={tones[decision]}>{t(`access_reviews.decision_${decision}`)}</Badge>
        <Text size="sm" truncate>
          {t('access_reviews.by', { who })}
        </Text>
      </Group>
      {more && (
        <Text size="xs" c="dimmed" truncate title={more}>
          <bdi>{more}</bdi>
        </Text>
      )}
    </Stack>
  )
}

export const RowDecision = ({ review, row, mayDecide }: RowDecisionProps) => {
  const t = useText()
  const { profile } = useProfile()
  const { decide, isSaving } = useDecide(review)
  const [isRevoking, setRevoking] = useState(false)
  if (!mayDecide || row.decision !== null) return <Decided row={row} />
  if (profile?.user_reference === row.user_reference) {
    const isOwner = profile.user_reference === review.owner
    return <Text size="sm">{t(isOwner ? 'access_reviews.own_of_owner' : 'access_reviews.own')}</Text>
  }
  const who = row.display_name
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-xs"
        variant="default"
        loading={isSaving}
        aria-label={t('access_reviews.certify_who', { who })}
        onClick={() => decide({ decision: 'certified', items: [row.item] })}
      >
        {t('access_reviews.certify')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('access_reviews.revoke_who', { who })}
        aria-haspopup="dialog"
        onClick={() => setRevoking(true)}
      >
        {t('access_reviews.revoke')}
      </Button>
      <Modal
        opened={isRevoking}
        onClose={() => setRevoking(false)}
        title={t('access_reviews.revoke_who', { who })}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Revoke review={review} row={row} onDone={() => setRevoking(false)} />
      </Modal>
    </Group>
  )
}

const Revoke = ({ review, row, onDone }: Omit<RowDecisionProps, 'mayDecide'> & { onDone: () => void }) => {
  const t = useText()
  const [note, setNote] = useState('')
  const { decide, isSaving, refusal } = useDecide(review, onDone)
  const send = () => decide({ decision: 'revoked', items: [row.item], ...(note.trim() && { note: note.trim() }) })
  return (
    <DialogForm
      label={t('access_reviews.revoke')}
      color="red"
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      <Text size="sm">{t('access_reviews.revoke_body', { who: row.display_name, role: row.role_reference })}</Text>
      <DecisionNote value={note} onChange={setNote} />
    </DialogForm>
  )
}
