import type { ActivitySubject, RoleDraft, RoleDraftKind } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { titleOfDraft } from '../../../shared/access/title-of-draft.ts'
import { SubjectLink, subjectOf } from '../../../shared/activities/subject-link.tsx'
import { useColleagues } from '../../../shared/found/use-colleagues.ts'
import { useCan } from '../../../shared/session/profile.ts'

/** The subject of each kind of change as the trail has it; `null`: the account. */
const subjectKinds = {
  role: 'role',
  group: 'group',
  tag: 'tag',
  default_role: null,
  app: 'app',
  role_assignment: 'portal_user',
  device_user: 'device_user',
  second_person: null,
} as const satisfies Record<RoleDraftKind, ActivitySubject['kind'] | null>

/** What a draft changes, with a link to it unless it was not created. */
export const DraftSubject = ({ draft }: { draft: RoleDraft }) => {
  const { kind, subject, base_version, state } = draft
  const can = useCan()
  const isOfPerson = kind === 'role_assignment'
  const nameOf = useColleagues(isOfPerson ? [subject] : [])
  const title = titleOfDraft(draft)
  const subjectKind = subjectKinds[kind]
  if (subjectKind === null) {
    if (!can('account:read')) return title
    return (
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/dashboard/account/settings" />}>
        {title}
      </Anchor>
    )
  }
  const isNew = base_version === 0 && !isOfPerson
  if (isNew && state !== 'approved') return <bdi>{title}</bdi>
  return <SubjectLink subject={{ ...subjectOf(subjectKind, subject), name: isOfPerson ? nameOf(subject) : null }} />
}
