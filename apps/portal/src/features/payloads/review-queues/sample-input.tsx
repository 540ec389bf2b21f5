import type { ReviewSample } from '@holdfast/contract'
import { Input, NumberInput, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

export interface Sampling {
  kind: 'all' | 'percent' | 'number'
  size: number
  stratify_by: ReviewSample['stratify_by']
  seed: string
}

export const noSample: Sampling = { kind: 'all', size: 10, stratify_by: null, seed: '' }

/** The sample of the call; null for everything that matches. */
export const sampleOf = ({ kind, size, stratify_by, seed }: Sampling): ReviewSample | null =>
  kind === 'all' ? null : { [kind]: size, stratify_by, seed }

interface SampleInputProps {
  value: Sampling
  onChange: (value: Sampling) => void
}

/** A seed that nobody chose, so that nobody can say that the sample was chosen. */
const randomSeed = (): string => crypto.randomUUID().slice(0, 8)

/** Everything, or a share or number at random with a recorded seed. */
export const SampleInput = ({ value, onChange }: SampleInputProps) => {
  const t = useText()
  const set = (changed: Partial<Sampling>) => onChange({ ...value, ...changed })
  const isRandom = value.kind !== 'all'
  return (
    <Stack gap="sm">
      <Input.Wrapper label={t('reviews.sample')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('reviews.sample')}
          value={value.kind}
          onChange={(kind) => set({ kind: kind as Sampling['kind'], seed: value.seed || randomSeed() })}
          data={[
            { value: 'all', label: t('reviews.all') },
            { value: 'percent', label: t('reviews.percent') },
            { value: 'number', label: t('reviews.number') },
          ]}
        />
      </Input.Wrapper>
      {isRandom && (
        <>
          <NumberInput
            label={t('reviews.sample_size')}
            min={value.kind === 'percent' ? 0.1 : 1}
            max={value.kind === 'percent' ? 100 : 5000}
            allowDecimal={value.kind === 'percent'}
            suffix={value.kind === 'percent' ? ' %' : ''}
            value={value.size}
            onChange={(size) => set({ size: Number(size) || 1 })}
          />
          <Select
            label={t('reviews.stratify')}
            description={t(value.kind === 'percent' ? 'reviews.stratify_hint_percent' : 'reviews.stratify_hint_number')}
            value={value.stratify_by ?? ''}
            onChange={(by) => set({ stratify_by: (by || null) as Sampling['stratify_by'] })}
            allowDeselect={false}
            data={[
              { value: '', label: t('reviews.by_nothing') },
              { value: 'device_user', label: t('reviews.by_device_user') },
              { value: 'group', label: t('reviews.by_group') },
            ]}
          />
          <TextInput
            label={t('reviews.seed')}
            description={t('reviews.seed_hint')}
            maxLength={64}
            value={value.seed}
            onChange={(event) => set({ seed: event.currentTarget.value })}
          />
        </>
      )}
    </Stack>
  )
}
