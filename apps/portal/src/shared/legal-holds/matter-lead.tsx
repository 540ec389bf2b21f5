import { type Action, calls, type Matter, type MatterFeed } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { useSave } from '../forms/use-save.ts'
import { Colleague, Colleagues } from '../found/colleague.tsx'
import { type MessageId, text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { listOfFilter } from '../recordings/list-of-filter.ts'
import { useFilterFacts } from '../recordings/use-filter-facts.ts'
import { useCan, useProfile } from '../session/profile.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/facts.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Panel } from '../ui/panel.tsx'
import { MatterActions } from './close-matter.tsx'
import { addressOfMatter } from './matter-address.ts'
import { ReviewDay } from './review-day.tsx'

type Part = Parameters<typeof addressOfMatter>[1]

const parts: readonly { part: NonNullable<Part>; label: MessageId; action?: Action }[] = [
  { part: '', label: 'matters.recordings' },
  { part: 'notes', label: 'matters.notes' },
  { part: 'holds', label: 'matters.holds', action: 'legal_holds:read' },
  { part: 'trail', label: 'matters.trail', action: 'audit:read' },
]

/** The facts of a matter, the filters that it is kept up to date with, and the way to its parts. */
export const MatterLead = ({ matter, part }: { matter: Matter; part: NonNullable<Part> }) => {
  const t = useText()
  const can = useCan()
  return (
    <Stack mb="md">
      <Panel>
        <Box maw={640}>
          <MatterFacts matter={matter} />
        </Box>
        <Feeds matter={matter} />
      </Panel>
      {!matter.may.includes('open') && (
        <Text size="sm" c="dimmed">
          {t('matters.not_open')}
        </Text>
      )}
      <Group component="nav" gap="xs" aria-label={t('matters.parts')}>
        {parts
          .filter(({ action }) => action === undefined || can(action))
          .map(({ part: one, label }) => (
            <LinkButton
              key={one}
              size="xs"
              to={addressOfMatter(matter.matter_reference, one)}
              variant={one === part ? 'filled' : 'default'}
              {...(one === part && { 'aria-current': 'page' })}
            >
              {t(label)}
            </LinkButton>
          ))}
      </Group>
    </Stack>
  )
}

/** The screen of a matter whose recordings and notes the person may not see. */
export const MatterWithoutContent = (props: { matter: Matter; part: NonNullable<Part> }) => (
  <>
    <PageHeader title={props.matter.title}>
      <MatterActions matter={props.matter} />
    </PageHeader>
    <MatterLead {...props} />
  </>
)

const MatterFacts = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const { owner, is_owner_removed, members } = matter
  const mayOpen = matter.may.includes('open')
  return (
    <Facts
      title={null}
      facts={[
        { label: t('matters.reference'), value: <bdi>{matter.matter_reference}</bdi>, copy: matter.matter_reference },
        { label: t('field.status'), value: mayOpen && t(matter.is_closed ? 'matters.closed' : 'matters.open') },
        { label: t('field.reason'), value: mayOpen && <bdi>{matter.reason}</bdi> },
        {
          label: t('matters.owner'),
          value: mayOpen && (
            <>
              {owner === null ? t('matters.no_owner') : <Colleague author={owner} />}{' '}
              {is_owner_removed && <Badge tone="warn">{t('matters.owner_removed')}</Badge>}
            </>
          ),
        },
        { label: t('matters.members'), value: members.length > 0 && <Colleagues of={members} /> },
        { label: t('matters.also_seen'), value: mayOpen && t('matters.also_seen_by') },
        { label: t('matters.review_on'), value: matter.review_on !== null && <ReviewDay matter={matter} /> },
      ]}
    />
  )
}

const Feeds = ({ matter }: { matter: Matter }) => {
  const t = useText()
  if (matter.feeds.length === 0) return null
  return (
    <Box component="section" mt="md">
      <Text size="sm" fw={570} mb={4}>
        {t('matters.feeds')}
      </Text>
      <Stack gap="xs" component="ul" m={0} p={0}>
        {matter.feeds.map((feed) => (
          <Feed key={feed.feed_id} feed={feed} matter={matter} />
        ))}
      </Stack>
    </Box>
  )
}

const Feed = ({ feed, matter }: { feed: MatterFeed; matter: Matter }) => {
  const t = useText()
  const intl = useIntl()
  const { save, isSaving } = useSave({
    call: calls.removeMatterPayloads,
    changes: [calls.listMatters],
    onSaved: () => notice(text('matters.feed_was_stopped'), matter.title),
  })
  const { profile } = useProfile()
  const list = profile && listOfFilter(feed.filter, profile)
  const filterFacts = useFilterFacts(feed.filter)
  const { matter_reference } = matter
  const day = intl.formatDate(feed.created_at, { dateStyle: dayStyle(intl.locale) })
  const state: MessageId | null =
    feed.ending !== null ? `matters.feed_ending_${feed.ending}` : feed.is_caught_up ? null : 'matters.feed_filling'
  return (
    <Stack component="li" gap={2} style={{ listStyle: 'none' }}>
      <Group gap="md">
        {filterFacts.map(({ label, value }) => (
          <Text key={label} size="sm">
            <Text span inherit c="dimmed">
              {label}
            </Text>{' '}
            <bdi>{value}</bdi>
          </Text>
        ))}
      </Group>
      <Group gap="xs">
        <Text size="sm">
          {t('matters.feed_since', { day })} <Colleague author={feed.created_by} />
        </Text>
        {state && <Badge tone={feed.ending === null ? 'neutral' : 'warn'}>{t(state)}</Badge>}
        {list && (
          <LinkButton size="compact-xs" variant="subtle" to={list.to} search={list.search}>
            {t('matters.feed_show')}
          </LinkButton>
        )}
        {feed.ending === null && matter.may.includes('add') && (
          <Button
            size="compact-xs"
            variant="default"
            loading={isSaving}
            onClick={() => save({ params: { matter_reference }, body: { feeds: [feed.feed_id] } })}
          >
            {t('matters.feed_stop')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
