import type { Granting } from '@holdfast/contract'
import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { inSentence } from './impact-in-words.ts'
import { type Edited, useGranting } from './use-granting.ts'

const mostNamed = 6

const Notice = ({ edited, granting }: { edited: Edited; granting: Granting }) => {
  const t = useText()
  const intl = useIntl()
  const listed = (items: readonly string[], type: 'conjunction' | 'disjunction') => intl.formatList(items, { type })
  const whatOf = ({ actions, roles }: Pick<Granting, 'actions' | 'roles'>) => {
    const [first, ...others] = actions.map((action) => t(`action.${action}`))
    const all = edited === 'roles' && first ? [first, ...others.map(inSentence)] : roles
    const more = all.length - mostNamed
    const named = more > 1 ? [...all.slice(0, mostNamed), t('grant.more', { count: more })] : all
    return listed(named, 'conjunction')
  }
  const sizeOf = ({ actions, roles }: Pick<Granting, 'actions' | 'roles'>) => actions.length + roles.length
  const ofAll = granting.granters.filter((granter) => sizeOf(granter) === sizeOf(granting))
  const ofSome = granting.granters.filter((granter) => !ofAll.includes(granter))
  // Staff on a visit can't send anything for approval, and requests for support access are only decided here.
  const canSend = useSession().support === null && edited !== 'support_access'
  const nameOf = ({ display_name }: { display_name: string }) => display_name
  return (
    <Alert role="note" icon={<IconInfoCircle />} title={t(`grant.title_${edited}`)} mb="md">
      <Text size="sm">{whatOf(granting)}</Text>
      <Text size="sm" mt="xs">
        {t('grant.why')} {ofAll.length > 0 && t('grant.who', { who: listed(ofAll.map(nameOf), 'disjunction') })}
        {granting.granters.length === 0 && t(canSend ? 'grant.nobody_send' : 'grant.nobody')}
      </Text>
      {ofAll.length === 0 &&
        ofSome.map((granter) => (
          <Text key={granter.user_reference} size="sm" mt="xs">
            {t('grant.who_some', { who: nameOf(granter), what: whatOf(granter) })}
          </Text>
        ))}
    </Alert>
  )
}

interface GrantNoticeProps {
  edited: Edited
  /** The only role that the form can grant. */
  role?: string
  children: ReactNode
}

/** Above a form that grants access: what the person can't grant, and who can, so that they don't learn it on saving. */
export const GrantNotice = ({ edited, role, children }: GrantNoticeProps) => {
  const { granting, isLoading } = useGranting(edited, role)
  // The form waits for the notice, so that it does not move while somebody types.
  if (isLoading) return <PageSkeleton />
  const isLimited = granting !== undefined && granting.actions.length + granting.roles.length > 0
  return (
    <>
      {isLimited && <Notice edited={edited} granting={granting} />}
      {children}
    </>
  )
}
