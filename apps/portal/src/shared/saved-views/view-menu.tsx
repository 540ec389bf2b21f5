import type { SavedView } from '@holdfast/contract'
import { Button, Divider, Popover, Text } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconBookmarkFilled,
  IconCopyPlus,
  IconMailForward,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { type MessageId, useText } from '../i18n/text.ts'
import { useMayReport } from '../scheduled-reports/send-by-schedule.tsx'
import { useCan, useProfile } from '../session/profile.ts'
import { PopoverAction } from '../ui/popover-action.tsx'
import { usePopover } from '../ui/use-popover.ts'
import classes from './saved-views.module.css'
import { useSharedWords } from './use-shared-words.ts'

export type ViewAction = 'discard' | 'save_new' | 'edit' | 'schedule' | 'delete'

const actions: readonly { action: ViewAction; icon: Icon; label: MessageId }[] = [
  { action: 'discard', icon: IconArrowBackUp, label: 'saved_view.discard' },
  { action: 'save_new', icon: IconCopyPlus, label: 'saved_view.save_new' },
  { action: 'edit', icon: IconPencil, label: 'saved_view.edit' },
  { action: 'schedule', icon: IconMailForward, label: 'reports.send_by_schedule' },
  { action: 'delete', icon: IconTrash, label: 'form.delete' },
]

interface ViewMenuProps {
  view: SavedView
  isChanged: boolean
  onChoose: (action: ViewAction) => void
}

/** The name of the view that is open, and what can be done with it. Only its owner changes it; everybody may copy it. */
export const ViewMenu = ({ view, isChanged, onChoose }: ViewMenuProps) => {
  const t = useText()
  const can = useCan()
  const { profile } = useProfile()
  const mayReport = useMayReport()
  const sharedWords = useSharedWords(view)
  const { target, isOpen, setIsOpen, close } = usePopover()
  const { name, owner, role_reference } = view
  const isOwn = owner === profile?.user_reference
  const isOffered: Record<ViewAction, boolean> = {
    discard: isChanged,
    save_new: true,
    edit: isOwn,
    schedule: mayReport,
    delete: isOwn || (role_reference !== null && can('roles:write')),
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          className={classes.current}
          leftSection={<IconBookmarkFilled size={15} />}
          aria-label={t(isChanged ? 'saved_view.menu_changed' : 'saved_view.menu', { name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <bdi className={classes.name}>{name}</bdi>
          {isChanged && <span className={classes.changed}>{t('saved_view.changed')}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('saved_view.menu', { name })}>
        {sharedWords && (
          <>
            <Text size="xs" c="dimmed" px="sm" py={6}>
              {sharedWords}
            </Text>
            <Divider mb={4} />
          </>
        )}
        {actions
          .filter(({ action }) => isOffered[action])
          .map(({ action, icon: Picture, label }) => (
            <PopoverAction
              key={action}
              icon={<Picture size={16} stroke={1.6} aria-hidden />}
              onClick={() => {
                close()
                onChoose(action)
              }}
            >
              {t(label)}
            </PopoverAction>
          ))}
      </Popover.Dropdown>
    </Popover>
  )
}
