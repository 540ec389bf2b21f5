import { dayStyle } from '@holdfast/words'
import { Anchor, Box, SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { type FilterField, filterOfCall } from '../../shared/list/filter-fields.ts'
import { FilterInput } from '../../shared/list/filter-input.tsx'
import { dayBefore } from '../../shared/list/period.ts'
import { useFilters } from '../../shared/list/use-filters.ts'
import { useCan } from '../../shared/session/profile.ts'

const own = { hasOwnInput: true } as const
const asked: readonly FilterField[] = [
  { kind: 'found', finds: 'group', name: 'groups', label: 'content_access.groups', ...own },
  { kind: 'found', finds: 'portal_user', name: 'people', label: 'content_access.people', ...own },
  { kind: 'moment', name: 'at', label: 'content_access.at', ...own },
]

export const fields: readonly FilterField[] = [
  ...asked,
  { kind: 'text', name: 'payload_reference', label: 'content_access.recording' },
]

const filterOfDay = (time: Date) => {
  const day = dayBefore(time, 0)
  return { date_from: day, date_to: day }
}

/** What the list is about, and of which moment it is. */
export const ContentAskedInput = () => {
  const t = useText()
  const intl = useIntl()
  const can = useCan()
  const { filter, setFilter } = useFilters()
  const { at } = filterOfCall(filter, fields)
  const time = typeof at === 'string' ? at : undefined
  const shown = time && intl.formatDate(time, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' })
  return (
    <Box component="section" aria-label={t('page.content_access')} mb="md">
      <Text size="sm" c="dimmed" mb="sm" maw="44rem">
        {t('content_access.lead')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        {asked.map((field) => (
          <FilterInput key={field.name} field={field} filter={filter} onChange={setFilter} />
        ))}
      </SimpleGrid>
      <Text size="sm" mt="sm">
        {shown ? t('content_access.then', { time: shown }) : t('content_access.now')}{' '}
        {time && can('audit:read') && (
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link {...props} to="/dashboard/account/audit" search={{ filter: filterOfDay(new Date(time)) }} />
            )}
          >
            {t('content_access.changes')}
          </Anchor>
        )}
      </Text>
    </Box>
  )
}
