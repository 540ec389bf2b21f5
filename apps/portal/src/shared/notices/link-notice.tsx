import { Anchor } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AnyRouter } from '@tanstack/react-router'
import { text } from '../i18n/text.ts'

interface LinkNotice {
  title: string
  link: string
  to: string
  /** Notices are shown outside of the routes. */
  router: Pick<AnyRouter, 'navigate'>
}

/** A notice whose message leads to a screen. */
export const linkNotice = ({ title, link, to, router }: LinkNotice): void => {
  const id = `${title}|${to}`
  notifications.show({
    id,
    title,
    message: (
      <Anchor
        size="sm"
        href={to}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          notifications.hide(id)
          void router.navigate({ to })
        }}
      >
        <bdi>{link}</bdi>
      </Anchor>
    ),
    withBorder: true,
    closeButtonProps: { 'aria-label': text('notice.close') },
  })
}
