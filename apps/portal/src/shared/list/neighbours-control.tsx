import { ActionIcon, Group, Loader, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { usePageKeys } from '../ui/use-page-keys.ts'
import { listOpenedFrom } from './neighbours.ts'
import { useNeighbours } from './use-neighbours.ts'

interface NeighboursControlProps {
  /** What the rows of the list are. */
  of?: 'payload' | 'conversation' | 'activity' | 'transfer'
}

/**
 * The recordings, conversations, entries or transfers before and after this one in the list that it was opened from, also with k and j. Back still leads to
 * the list.
 */
export const NeighboursControl = ({ of = 'payload' }: NeighboursControlProps) => {
  const t = useText()
  const { previous, next, isReading } = useNeighbours()
  usePageKeys([
    ...(next ? ([['nextOfList', next]] as const) : []),
    ...(previous ? ([['previousOfList', previous]] as const) : []),
  ])
  if (!previous && !next) return null
  return (
    <Group gap={6} wrap="nowrap">
      <PlaceInList />
      <ActionIcon.Group>
        <Tooltip label={t(`${of}.previous_key`)}>
          <ActionIcon
            variant="default"
            size={30}
            disabled={!previous}
            aria-label={t(`${of}.previous`)}
            onClick={() => previous?.()}
          >
            <IconChevronUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t(`${of}.next_key`)}>
          <ActionIcon
            variant="default"
            size={30}
            disabled={!next}
            aria-busy={isReading}
            aria-label={t(`${of}.next`)}
            onClick={() => next?.()}
          >
            {isReading ? <Loader size={14} aria-hidden /> : <IconChevronDown size={16} />}
          </ActionIcon>
        </Tooltip>
      </ActionIcon.Group>
      <VisuallyHidden role="status">{isReading && t('list.loading_more')}</VisuallyHidden>
    </Group>
  )
}

/** Which one this is of the list that it was opened from. */
const PlaceInList = () => {
  const t = useText()
  const list = listOpenedFrom(useLocation().pathname)
  if (!list) return null
  return (
    <Text size="xs" c="dimmed" fw={400} className="numeric">
      {t(list.hasMore ? 'list.place_of_more' : 'list.place', { place: list.place, count: list.count })}
    </Text>
  )
}
