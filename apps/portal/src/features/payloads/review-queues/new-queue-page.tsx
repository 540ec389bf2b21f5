import { calls } from '@holdfast/contract'
import { Box, Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useFirstField } from '../../../shared/forms/use-first-field.ts'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useSavedViews } from '../../../shared/saved-views/use-saved-views.ts'
import { useProfile } from '../../../shared/session/profile.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { listedKinds } from '../kinds.ts'
import { ReviewersInput } from '../reviews/reviewers-input.tsx'
import { NeedsOpeningInput } from './needs-opening-input.tsx'
import { QueuePreview, useQueuePreview } from './queue-preview.tsx'
import { hasPeriod, type QueueSource, queueSources, withoutPeriod } from './queue-sources.ts'
import { noSample, SampleInput, sampleOf } from './sample-input.tsx'
import { noTimes, TimesInput, timesOf } from './times-input.tsx'

/** Draws a review queue. */
export default function NewQueuePage() {
  const t = useText()
  const navigate = useNavigate()
  const ref = useFirstField()
  const { profile } = useProfile()
  const { views } = useSavedViews()
  const sources = queueSources(profile, views)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState('calls')
  const [sampling, setSampling] = useState(noSample)
  const [reviewers, setReviewers] = useState<readonly string[]>([])
  const [times, setTimes] = useState(noTimes)
  const [secondPercent, setSecondPercent] = useState(0)
  const [needsOpening, setNeedsOpening] = useState(false)
  const source = sources.find(({ value }) => value === chosen)
  const isExpressible = source?.inexpressible.length === 0
  const { save, isSaving, refusal } = useSave({
    call: calls.createReviewQueue,
    changes: [calls.listReviewQueues, calls.listOwnReviews],
    onSaved: ({ queue_reference, items }, isShown) => {
      notice(text('reviews.queue_drawn', { count: items }))
      if (isShown) void navigate({ to: '/dashboard/reviews/queues/$queue_reference', params: { queue_reference } })
    },
  })
  const { due_on, ...repetition } = timesOf(times, hasPeriod(source))
  const { first_draw: firstDraw } = repetition
  const drawn = source && {
    filter: repetition.repeats ? withoutPeriod(source) : source.filter,
    sample: sampleOf(sampling),
    reviewers: [...reviewers],
    second_review_percent: secondPercent,
    ...repetition,
  }
  const { data: preview, error: notPreviewed } = useQueuePreview(drawn && isExpressible ? drawn : null)
  const canDraw = name.trim() !== '' && reviewers.length > 0 && isExpressible
  const draw = (event: FormEvent) => {
    event.preventDefault()
    if (!drawn || !canDraw) return
    save({ body: { name: name.trim(), ...drawn, due_on, needs_opening: needsOpening } })
  }
  return (
    <>
      <PageHeader title={t('page.new_review_queue')} />
      <Box maw={720}>
        <Panel>
          <form ref={ref} onSubmit={draw} noValidate>
            <Stack>
              <TextInput
                label={t('reviews.queue_name')}
                withAsterisk
                maxLength={80}
                data-autofocus
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <SourceSelect sources={sources} source={source} onChange={setChosen} />
              <SampleInput value={sampling} onChange={setSampling} />
              <ReviewersInput
                label={t('reviews.reviewers')}
                value={reviewers}
                onChange={setReviewers}
                known={preview?.people ?? []}
              />
              <TimesInput value={times} onChange={setTimes} hasPeriod={hasPeriod(source)} />
              <SecondReviewInput value={secondPercent} onChange={setSecondPercent} />
              <NeedsOpeningInput value={needsOpening} onChange={setNeedsOpening} />
              {isExpressible && <QueuePreview preview={preview} error={notPreviewed} firstDraw={firstDraw} />}
              <Refusal refusal={refusal} />
              <Group>
                <Button type="submit" loading={isSaving} disabled={!canDraw}>
                  {t(firstDraw === 'nothing' ? 'reviews.begin' : 'reviews.draw')}
                </Button>
              </Group>
            </Stack>
          </form>
        </Panel>
      </Box>
    </>
  )
}

interface SourceSelectProps {
  sources: ReturnType<typeof queueSources>
  source: ReturnType<typeof queueSources>[number] | undefined
  onChange: (source: string) => void
}

/** The list or saved view that the queue is drawn from. */
const SourceSelect = ({ sources, source, onChange }: SourceSelectProps) => {
  const t = useText()
  const inexpressible = source?.inexpressible ?? []
  const labelOfList = (name: QueueSource['name']) =>
    name === 'all' ? t(listedKinds.all.title) : t('reviews.all_of', { list: t(listedKinds[name].title) })
  return (
    <Select
      label={t('reviews.source')}
      description={t('reviews.source_hint')}
      allowDeselect={false}
      searchable
      value={source?.value ?? null}
      onChange={(value) => onChange(value ?? 'calls')}
      data={sources.map((one) => ({
        value: one.value,
        label: one.view ?? labelOfList(one.name),
      }))}
      error={inexpressible.length > 0 && t('reviews.inexpressible', { fields: inexpressible.join(', ') })}
    />
  )
}

const SecondReviewInput = ({ value, onChange }: { value: number; onChange: (percent: number) => void }) => {
  const t = useText()
  return (
    <NumberInput
      label={t('reviews.second_review_percent')}
      description={t('reviews.second_review_hint')}
      min={0}
      max={100}
      allowDecimal={false}
      suffix=" %"
      value={value}
      onChange={(percent) => onChange(Number(percent) || 0)}
    />
  )
}
