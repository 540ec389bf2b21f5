import type { PortalUser } from '@holdfast/contract'
import { useText } from '../i18n/text.ts'
import type { Column } from '../list/column.ts'
import { Badge } from '../ui/badge.tsx'
import { Moment } from '../ui/moment.tsx'
import { RoleNames } from './role-names.tsx'

const Active = ({ user: { is_active } }: { user: PortalUser }) => {
  const t = useText()
  return <Badge tone={is_active ? 'good' : 'neutral'}>{t(is_active ? 'people.is_active' : 'people.is_inactive')}</Badge>
}

/** With a note if the mail server refused the newest e-mail to the person. */
const Name = ({ user: { display_name, email, email_failed_at } }: { user: PortalUser }) => {
  const t = useText()
  if (email_failed_at === null) return display_name
  return (
    <span title={t('people.email_failed', { email: email ?? '–', time: new Date(email_failed_at) })}>
      {display_name} <Badge tone="warn">{t('people.email_fails')}</Badge>
    </span>
  )
}

/** The columns of people who have signed in: of an account, or the provider's staff. */
export const peopleColumns: readonly Column<PortalUser>[] = [
  {
    id: 'display_name',
    title: 'people.name',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    isTwoLines: true,
    cell: (user) => <Name user={user} />,
  },
  {
    id: 'user_reference',
    title: 'people.reference',
    width: 'minmax(9rem, 1.2fr)',
    priority: 2,
    cell: ({ user_reference }) => user_reference,
  },
  {
    id: 'roles',
    title: 'people.roles',
    width: 'minmax(9rem, 1.6fr)',
    priority: 1,
    cell: (user) => <RoleNames user={user} />,
  },
  {
    id: 'user_group',
    title: 'people.group',
    width: 'minmax(7rem, 1fr)',
    priority: 3,
    cell: ({ user_group }) => user_group ?? '–',
  },
  {
    id: 'created_at',
    title: 'people.since',
    width: 'minmax(9rem, 0.8fr)',
    priority: 3,
    cell: ({ created_at }) => <Moment time={created_at} />,
  },
  { id: 'is_active', title: 'people.active', width: '6rem', priority: 1, cell: (user) => <Active user={user} /> },
]
