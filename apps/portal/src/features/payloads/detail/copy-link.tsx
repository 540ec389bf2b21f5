import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/text.ts'
import { announce } from '../../../shared/notices/announcer.tsx'

/** Copies the address of the recording or conversation, with the place in it and what is searched there. */
export const CopyLink = () => {
  const t = useText()
  const { pathname, searchStr } = useLocation()
  return (
    <CopyButton value={`${window.location.origin}${pathname}${searchStr}`}>
      {({ copied, copy }) => (
        <Tooltip label={t(copied ? 'payload.link_copied' : 'payload.copy_link')}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('payload.copy_link')}
            onClick={() => {
              copy()
              announce(t('payload.link_copied'))
            }}
          >
            {copied ? <IconCheck size={16} /> : <IconLink size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
