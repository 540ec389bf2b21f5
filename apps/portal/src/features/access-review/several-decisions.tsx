import { type AccessDecision, type AccessReviewItem, calls, type ErrorCode } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { IconUserCheck, IconUserX } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { ActionDialogProps, SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { DecisionNote } from './decision-note.tsx'
import classes from './several-decisions.module.css'

/** Deciding again would not change these refusals. */
const lasting: readonly ErrorCode[] = ['access_review.decided', 'access_review.own']

interface DecideSeveralProps extends ActionDialogProps {
  decision: AccessDecision
}

/** Asks for a note, and then certifies or revokes the selected rows of the review with it. */
const DecideSeveral = ({ decision, names, onStart, onClose }: DecideSeveralProps) => {
  const t = useText()
  const { review_reference = '' } = useParams({ strict: false })
  const [note, setNote] = useState('')
  const submit = () =>
    onStart(async (references) => {
      const body = { decision, items: references.map(Number), ...(note.trim() && { note: note.trim() }) }
      const { items } = await readApi(calls.decideAccessReview, { params: { review_reference }, body })
      return items.map(({ item, ...outcome }) => ({ key: String(item), ...outcome }))
    })
  return (
    <DialogForm
      label={t(decision === 'revoked' ? 'access_reviews.revoke' : 'access_reviews.certify')}
      {...(decision === 'revoked' && { color: 'red' })}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Text size="sm">{t(`access_reviews.several_${decision}`)}</Text>
      <ul className={classes.names}>
        {[...names].map(([key, name]) => (
          <li key={key}>{name}</li>
        ))}
      </ul>
      <DecisionNote value={note} onChange={setNote} />
    </DialogForm>
  )
}

const CertifySeveral = (props: ActionDialogProps) => <DecideSeveral decision="certified" {...props} />
const RevokeSeveral = (props: ActionDialogProps) => <DecideSeveral decision="revoked" {...props} />

/** What can be done with selected rows of a review, by somebody who can't decide on their own access. */
export const severalDecisions = (own: string | undefined): readonly SelectionAction[] => {
  const refusalOf = ({ decision, user_reference }: AccessReviewItem): ErrorCode | null => {
    if (decision !== null) return 'access_review.decided'
    return user_reference === own ? 'access_review.own' : null
  }
  return [
    {
      id: 'certify',
      icon: IconUserCheck,
      label: 'access_reviews.certify',
      title: 'access_reviews.certify_several',
      done: 'access_reviews.decision_certified',
      refusalOf,
      lasting,
      isFinal: true,
      Dialog: CertifySeveral,
    },
    {
      id: 'revoke',
      icon: IconUserX,
      label: 'access_reviews.revoke',
      title: 'access_reviews.revoke_several',
      done: 'access_reviews.decision_revoked',
      refusalOf,
      lasting,
      isFinal: true,
      Dialog: RevokeSeveral,
    },
  ]
}
