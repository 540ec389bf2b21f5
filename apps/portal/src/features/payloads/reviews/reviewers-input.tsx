import { useState } from 'react'
import { AccountPeopleInput, type ChosenPeople, PeopleInput } from '../../../shared/found/people-input.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { useMentionable } from '../comments/use-mentionable.ts'

/** Chooses reviewers by name or reference, and offers those of the account to people who may see them. */
export const ReviewersInput = (props: ChosenPeople) => (
  <AccountPeopleInput {...props} hint="reviews.reviewers_hint" hintOfReferences="reviews.reviewers_hint_references" />
)

interface ColleagueInputProps extends Pick<ChosenPeople, 'value' | 'onChange'> {
  payloadReference: string
}

/** Chooses one person for a recording. Those who may read it and its comments are offered to people who may comment on it. */
export const ColleagueInput = ({ payloadReference, ...props }: ColleagueInputProps) => {
  const t = useText()
  const mayFind = useCan()('comments:write')
  const [typed, setTyped] = useState('')
  return (
    <PeopleInput
      {...props}
      label={t('reviews.colleague')}
      description={t(mayFind ? 'reviews.colleague_hint' : 'reviews.colleague_hint_reference')}
      most={1}
      found={useMentionable(payloadReference, mayFind ? typed : null)}
      typed={typed}
      onType={setTyped}
    />
  )
}
