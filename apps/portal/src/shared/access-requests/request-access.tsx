import { Anchor, Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLockQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/use-session.ts'
import { Moment } from '../ui/moment.tsx'
import { RequestForm } from './request-form.tsx'
import { useOwnWaiting } from './use-own-waiting.ts'
import { isSameWanted, type Wanted, wantedOf } from './wanted.ts'

/**
 * Where somebody is refused something: a button that asks for it, or their request that waits. Nothing on a visit, and nothing for the
 * provider's own actions, which no role of an account gives.
 */
export const RequestAccess = ({ wanted }: { wanted: Wanted }) => {
  const isVisit = useSession().support !== null
  return isVisit || wanted.action.startsWith('internal:') ? null : <Ask wanted={wanted} />
}

const Ask = ({ wanted }: { wanted: Wanted }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const waiting = useOwnWaiting().find((request) => isSameWanted(wantedOf(request), wanted))
  if (waiting) {
    return (
      <Text size="sm" maw="32rem">
        {t('access_requests.when')} <Moment time={waiting.requested_at} />. {t('access_requests.waits')}{' '}
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link {...props} to={`/dashboard/access/requests/${waiting.access_request_reference}`} />
          )}
        >
          {t('access_requests.open')}
        </Anchor>
      </Text>
    )
  }
  return (
    <>
      <Button variant="default" leftSection={<IconLockQuestion size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('access_requests.ask')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('access_requests.ask_title')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <RequestForm wanted={wanted} onDone={close} />
      </Modal>
    </>
  )
}
